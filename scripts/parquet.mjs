#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// parquet.mjs DATABASE FOLDER: the tables of an SQLite export as Parquet files (zstd), and FOLDER/views.sql with the names of the tables and views.
// parquet.mjs --query SQL FOLDER: run SQL over them, by DuckDB; rows as JSON, one per line.
// DuckDB is the npm package @duckdb/node-api: npm install --prefix build/npm @duckdb/node-api; HARTRACE_NPM names the prefix (build/npm).
import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const VIEWS = ['edges', 'losses', 'lines'];

function cannot(text) {
  console.error(`parquet.mjs: ${text}`);
  process.exit(2);
}

async function open() {
  const prefix = path.resolve(process.env.HARTRACE_NPM ?? 'build/npm');
  try {
    const { DuckDBInstance } = createRequire(path.join(prefix, 'package.json'))('@duckdb/node-api');
    const db = await DuckDBInstance.create(':memory:');
    return await db.connect();
  } catch (e) {
    return cannot(`no DuckDB in ${prefix} (${e.message}); npm install --prefix ${prefix} @duckdb/node-api`);
  }
}

const sqlite = (db, sql) => execFileSync('sqlite3', ['-readonly', '-json', db, sql], { encoding: 'utf8', maxBuffer: 1 << 28 });
const rows = (db, sql) => JSON.parse(sqlite(db, sql) || '[]');
const name = (s) => `"${s.replaceAll('"', '""')}"`;
const text = (s) => `'${s.replaceAll("'", "''")}'`;

async function convert(database, folder) {
  if (!existsSync(database)) cannot(`${database}: no such file`);
  if (rows(database, 'PRAGMA user_version')[0]?.user_version !== 1) cannot(`${database}: is no finished export of hartrace (user_version 1)`);
  const db = await open();
  mkdirSync(path.dirname(path.resolve(folder)), { recursive: true });
  const work = mkdtempSync(`${path.resolve(folder)}.tmp.`);
  try {
    let views = '';
    for (const { name: table } of rows(database, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")) {
      const columns = rows(database, `SELECT name, type FROM pragma_table_info(${text(table)})`);
      const types = columns.map((c) => `${text(c.name)}: ${text(c.type === 'INTEGER' ? 'BIGINT' : 'VARCHAR')}`).join(', ');
      const csv = path.join(work, 'table.csv');
      const fd = openSync(csv, 'w');
      const order = columns.some((c) => c.name === 'id') ? 'id' : 'name';
      const made = spawnSync('sqlite3', ['-readonly', '-csv', database, `SELECT * FROM ${name(table)} ORDER BY ${order}`], { stdio: ['ignore', fd, 'inherit'] });
      closeSync(fd);
      if (made.status !== 0) throw new Error(`sqlite3 cannot read ${table}`);
      await db.run(`COPY (SELECT * FROM read_csv(${text(csv)}, header = false, delim = ',', quote = '"', escape = '"', allow_quoted_nulls = false,
        auto_detect = false, columns = {${types}})) TO ${text(path.join(work, `${table}.parquet`))} (FORMAT parquet, COMPRESSION zstd)`);
      rmSync(csv);
      views += `CREATE VIEW ${name(table)} AS SELECT * FROM '${table}.parquet';\n`;
    }
    for (const view of VIEWS) views += `${rows(database, `SELECT sql FROM sqlite_master WHERE name = ${text(view)}`)[0].sql};\n`;
    writeFileSync(path.join(work, 'views.sql'), views);
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
  } catch (e) {
    rmSync(work, { recursive: true, force: true });
    cannot(`${folder}: ${e.message}`);
  }
}

async function query(sql, folder) {
  const file = path.join(folder, 'views.sql');
  if (!existsSync(file)) cannot(`${folder}: no views.sql; make it of a database first`);
  const db = await open();
  process.chdir(folder);
  try {
    for (const one of readFileSync('views.sql', 'utf8').split(/;\n/).filter((s) => s.trim())) await db.run(one);
    const result = await db.runAndReadAll(sql);
    for (const row of result.getRowsJson()) console.log(JSON.stringify(row));
  } catch (e) {
    cannot(e.message);
  }
}

const args = process.argv.slice(2);
if (args.length === 3 && args[0] === '--query') await query(args[1], args[2]);
else if (args.length === 2) await convert(args[0], args[1]);
else cannot('usage: parquet.mjs DATABASE FOLDER, or parquet.mjs --query SQL FOLDER');
