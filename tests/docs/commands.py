# SPDX-License-Identifier: Apache-2.0
"""commands.py PAGE FOLDER: the commands of a page, run in FOLDER, as TAP lines without numbers; HARTRACE_SOAK runs those marked so, too.

A block of code is one of commands when its language is sh or gdb, or when it has none and begins with a command, `$ ` or `(gdb) `. All of a page are run
in order, in one folder, each in a shell that begins where the one before ended. After `$ ` what follows is what the command prints, with `...` for
anything; so is a block of language text after one of commands, for its last lines. Comments of the page, which no reader sees:

    <!-- before: COMMANDS -->         what the reader has already: run at this point
    <!-- not run: WHY -->             the next block cannot be run here; it is counted and named
    <!-- run by TEST -->              the next block is run by that test
    <!-- soak: WHY -->                the next block is run by make soak only
    <!-- status N -->                 the next block ends with exit status N
    <!-- file NAME -->                the next block is the contents of a file"""
import os
import re
import subprocess
import sys

COMMAND = re.compile(r"\(gdb\) |(\$ )?([A-Z_]+=\S+ )*(build/hartrace|hartrace|make|scripts/\S+|git|gdb-multiarch|openocd|cc|gcc|g\+\+|apt-get|dtc|sbatch|vvp|python3)\b")


def blocks(text):
    """(line, language, text, notes) of each block of code; of a `before` the language is before."""
    lines, notes, out, i = text.split("\n"), [], [], 0
    listed = False  # in a list four blanks are no code
    while i < len(lines):
        line = lines[i]
        if line.startswith("<!--") and "SPDX" not in line:
            end = i
            while "-->" not in lines[end]:
                end += 1
            note = "\n".join(lines[i:end + 1])[4:].split("-->")[0].strip()
            if note.startswith("before:"):
                out.append((i + 1, "before", note[7:].strip(), []))
            else:
                notes.append(note)
            i = end + 1
            continue
        fence = re.match(r"( *)```(\w*)$", line)
        if fence:
            end = i + 1
            while lines[end].strip() != "```":
                end += 1
            out.append((i + 1, fence.group(2), "\n".join(x[len(fence.group(1)):] for x in lines[i + 1:end]), notes))
            notes, i = [], end + 1
            continue
        if line.startswith("    ") and not listed and not lines[i - 1].strip():
            end = i
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            out.append((i + 1, "", "\n".join(x[4:] for x in lines[i:end]).rstrip(), notes))
            notes, i = [], end
            continue
        if line.strip():
            listed = bool(re.match(r"\s*(-|\d+\.) ", line)) or listed and line.startswith(" ")
            if notes and not line.startswith("<!--"):
                notes = []
        i += 1
    return out


def is_command(language, text):
    return language in ("sh", "gdb") or language == "" and bool(COMMAND.match(text.lstrip().split("\n")[0] if not text.startswith("#") else text.split("\n")[1]))


class Page:
    def __init__(self, path, folder):
        self.path, self.folder, self.failed, self.state = path, folder, False, os.path.join(folder, ".where")
        self.session, self.soak = [], bool(os.environ.get("HARTRACE_SOAK"))
        open(self.state, "w").write("cd %r\n" % folder)

    def say(self, good, name, more=""):
        print("%s - %s%s" % ("ok" if good else "not ok", name, more))
        self.failed = self.failed or not good
        sys.stdout.flush()

    def run(self, script, status=0):
        """A shell that goes on where the last one was: folder and variables that are exported."""
        whole = ". %s\nset -e\n%s\n{ echo \"cd '$PWD'\"; export -p; } >%s\n" % (self.state, script, self.state)
        r = subprocess.run(["bash", "-c", whole], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                           timeout=1200, text=True, errors="replace")
        return r.returncode == status, r.stdout + ("\nexit status %d" % r.returncode if r.returncode != status else "")

    def gdb(self, text):
        lines = text.split("\n")
        typed = [x[6:] for x in lines if x.startswith("(gdb) ")]
        self.session = typed if typed[0].startswith("file ") else self.session + typed  # a session goes on until the next `file`
        open(os.path.join(self.folder, ".gdb"), "w").write("\n".join(["set pagination off", "set confirm off"] + self.session) + "\n")
        good, out = self.run("gdb-multiarch -nx -batch -x .gdb </dev/null")
        missing = absent([x for x in lines if not x.startswith("(gdb) ")], out.split("\n"))
        return good and "Error in sourced command file" not in out and not missing, out + ("\nnot printed: " + missing if missing else "")

    def console(self, text):
        """Commands after `$ `, and what they print."""
        for part in re.split(r"(?m)^\$ ", text)[1:]:
            command, _, shown = part.partition("\n")
            good, out = self.run(command)
            if not good:
                return False, command + "\n" + out
            missing = absent(shown.split("\n"), out.split("\n"))
            if missing:
                return False, "%s\ndoes not print: %s\n%s" % (command, missing, out[-2000:])
        return True, ""

    def block(self, text, status):
        if text.startswith("(gdb) "):
            return self.gdb(text)
        if re.search(r"(?m)^\$ ", text):
            return self.console(text)
        return self.run(text, status)

    def walk(self):
        counts, last = {"run": 0, "soak": 0, "not run": 0, "other": 0}, None
        for line, language, text, notes in blocks(open(self.path).read()):
            name = "%s:%d" % (self.path, line)
            note = {n.partition(":")[0].split(" ")[0]: n for n in notes}
            if language == "before":
                good, out = self.run(text)
                if not good:
                    self.say(False, name + " before", "\n# " + out.replace("\n", "\n# "))
            elif "file" in note:
                open(os.path.join(self.folder, note["file"].split()[1]), "w").write(text + "\n")
            elif language == "text" and last is not None:
                shown = text.split("\n")
                missing = absent(shown, last.rstrip("\n").split("\n")[-max(len(shown), 60 if "..." in shown else 0):])
                self.say(not missing, name + " is printed", "\n# not: %s" % missing if missing else "")
                last = None
            elif not is_command(language, text):
                continue
            elif "not" in note:
                counts["not run"] += 1
                self.say(True, name, " # SKIP not run here: " + note["not"].partition(":")[2].strip())
            elif "run" in note:
                test = note["run"].split()[2]
                counts["other"] += 1
                self.say(os.path.exists(os.path.join(self.folder, test)), name + " is run by " + test)
            elif "soak" in note and not self.soak:
                counts["soak"] += 1
            elif re.search(r"(?m)^\s*(sudo |\$ |[A-Z_]+=\S+ )*(apt|apt-get|dpkg|sudo)\b", text):
                self.say(False, name, "\n# it changes the machine: mark who runs it")
            else:
                counts["run"] += 1
                good, last = self.block(text, int(note["status"].split()[1]) if "status" in note else 0)
                self.say(good, name, "" if good else "\n# " + last[-3000:].replace("\n", "\n# "))
        return counts


def absent(shown, printed):
    """The first line of `shown` that `printed` does not have in order; `...` is anything."""
    at = 0
    for s in shown:
        if s.strip() == "..." or not s.strip():
            continue
        pattern = re.compile(r"\s+".join(re.escape(w).replace(re.escape("..."), ".*") for w in s.split()) + r"\s*$")
        while at < len(printed) and not pattern.match(printed[at].strip()):
            at += 1
        if at == len(printed):
            return s
        at += 1
    return None


def main():
    page = Page(sys.argv[1], sys.argv[2])
    c = page.walk()
    total = sum(c.values())
    page.say(total > 0, "%s: %d blocks of commands: %d run, %d run by make soak, %d run by other tests, %d not run" % (
        sys.argv[1], total, c["run"], c["soak"], c["other"], c["not run"]))
    sys.exit(1 if page.failed else 0)


if __name__ == "__main__":
    main()
