# SPDX-License-Identifier: Apache-2.0
# A Slurm of one node for tests, without systemd: munged, slurmctld and slurmd in a folder of their own, stopped at the end. Sourced.
# slurm_start FOLDER: returns 1, and says why on stdout, when it cannot be started here. slurm_stop FOLDER.

slurm_tools() {
  local tool
  PATH=$PATH:/usr/sbin:/sbin
  for tool in munged slurmctld slurmd sbatch sinfo; do
    command -v $tool >/dev/null || { echo "no $tool: install slurm-wlm and munge"; return 1; }
  done
  [ "$(id -u)" = 0 ] || { echo "slurmd needs root"; return 1; }
}

slurm_conf() {
  local d=$1 host port=$((20000 + $$ % 20000))
  host=$(hostname -s)
  cat >"$d/slurm.conf" <<CONF
ClusterName=hartrace
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$d/munge.socket,cred_expire=5
StateSaveLocation=$d/state
SlurmdSpoolDir=$d/spool
SlurmctldPidFile=$d/slurmctld.pid
SlurmdPidFile=$d/slurmd.pid
SlurmctldLogFile=$d/slurmctld.log
SlurmdLogFile=$d/slurmd.log
SlurmctldPort=$port
SlurmdPort=$((port + 1))
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,batch_sched_delay=0,requeue_delay=1
JobRequeue=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
}

slurm_start() {
  local d=$1 i
  slurm_tools || return 1
  mkdir -p "$d/state" "$d/spool"
  chmod 700 "$d"
  chmod 711 "$d"
  dd if=/dev/urandom of="$d/munge.key" bs=1024 count=1 2>/dev/null
  chmod 600 "$d/munge.key"
  slurm_conf "$d"
  export SLURM_CONF=$d/slurm.conf
  munged --force --socket="$d/munge.socket" --key-file="$d/munge.key" --pid-file="$d/munged.pid" --log-file="$d/munged.log" \
    --seed-file="$d/munged.seed" >"$d/munged.out" 2>&1 || { echo "munged does not start: $(tail -n 1 "$d/munged.out")"; return 1; }
  slurmctld -c -f "$SLURM_CONF" >"$d/ctld.out" 2>&1 || { echo "slurmctld does not start: $(tail -n 1 "$d/ctld.out")"; return 1; }
  slurmd -c -f "$SLURM_CONF" >"$d/slurmd.out" 2>&1 || { echo "slurmd does not start: $(tail -n 1 "$d/slurmd.out")"; return 1; }
  for i in $(seq 100); do
    sinfo -h -o %t 2>/dev/null | grep -q idle && return 0
    sleep 0.1
  done
  echo "the node does not become idle: $(tail -n 1 "$d/slurmctld.log")"
  return 1
}

slurm_stop() {
  local d=$1 p
  for p in slurmd slurmctld munged; do
    [ -s "$d/$p.pid" ] && kill "$(cat "$d/$p.pid")" 2>/dev/null
  done
  for p in slurmd slurmctld munged; do
    for _ in $(seq 50); do
      [ -s "$d/$p.pid" ] && kill -0 "$(cat "$d/$p.pid")" 2>/dev/null || break
      sleep 0.1
    done
  done
}
