# SPDX-License-Identifier: Apache-2.0
"""Kill `hartrace shard` at random moments, many times: deaths.py HARTRACE N SEED, in a folder with the plan `p` and `ser`, what one process wrote.

SIGKILL goes to all processes at once, as when a machine dies, or to one shard alone. After each death OUT is absent or whole, and each result that
is there is byte for byte that of a run nobody killed. In the end everything is run to its end and is equal. The moments are spread over the time
that a whole run takes, or are those at which the join writes, and some results are taken away between deaths, so that there is always work to kill."""
import glob
import os
import random
import signal
import subprocess
import sys
import time

HARTRACE, N, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
R = random.Random(SEED)
WANT = open("ser", "rb").read()
ALL = [HARTRACE, "shard", "all", "p", "--jobs", "2", "-o", "out", "-q"]


def start():
    """A run. Its `alive` is read to its end when the last of its processes is dead: a shard may outlive the one that waits for it, and its lock with it."""
    alive, theirs = os.pipe()
    p = subprocess.Popen(ALL, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[theirs])
    os.close(theirs)
    p.alive = alive
    return p


def end(p):
    status = p.wait()
    os.read(p.alive, 1)
    os.close(p.alive)
    return status


def read(path):
    with open(path, "rb") as f:
        return f.read()


def results():
    return {path: read(path) for path in glob.glob("p.d/*.result")}


def sound(when):
    if os.path.exists("out") and read("out") != WANT:
        sys.exit(f"{when}: OUT is there, and is not what one process writes")
    for path, bytes_ in results().items():
        if bytes_ != whole[path]:
            sys.exit(f"{when}: {path} is there, and is not the result of a whole run")


def children(pid):
    try:
        return [int(word) for word in read(f"/proc/{pid}/task/{pid}/children").split()]
    except FileNotFoundError:
        return []


def until_it_writes(p):
    """A join writes for a moment only: on a machine with other work a time drawn at random hardly meets it."""
    while p.poll() is None and not glob.glob("out.tmp.*"):
        time.sleep(0.0002)


began = time.monotonic()
if end(start()) != 0 or read("out") != WANT:
    sys.exit("a run that nobody kills is not equal to one process")
takes = time.monotonic() - began
os.unlink("out")
began = time.monotonic()
end(start())  # every shard is done: it only joins
join_takes = time.monotonic() - began
whole = results()
died = halves = joins = 0
seen = set()
for i in range(N):
    joining = R.random() < 0.3
    for path in whole if joining else []:
        if not os.path.exists(path):
            with open(path, "wb") as f:
                f.write(whole[path])
    for path in [] if joining else whole:
        if os.path.exists(path) and R.random() < 0.5:
            os.unlink(path)
    if os.path.exists("out"):
        os.unlink("out")
    p = start()
    if joining and R.random() < 0.5:
        until_it_writes(p)
    else:
        time.sleep(R.uniform(0, join_takes if joining else takes))
    shards = children(p.pid)
    if shards and R.random() < 0.3:
        try:
            os.kill(R.choice(shards), signal.SIGKILL)
        except ProcessLookupError:
            pass
    else:
        try:
            os.killpg(p.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    died += end(p) != 0
    left = set(glob.glob("p.d/*.tmp.*"))
    halves += bool(left - seen)
    seen |= left
    for path in glob.glob("out.tmp.*"):
        joins += 1
        os.unlink(path)
    sound(f"death {i}")
if end(start()) != 0 or not os.path.exists("out"):
    sys.exit("after the last death it does not go on")
sound("the end")
if set(results()) != set(whole) or glob.glob("p.d/*.tmp.*"):
    sys.exit("at the end a result is missing, or something is left of a run that died")
print(f"# {died} of {N} runs died, {halves} times with a result half written, {joins} times in the join; a whole run takes {takes:.2f} s")
if died == 0 or (N >= 100 and (halves == 0 or joins == 0)):
    sys.exit("hardly anything died: the moments are not those of the work")
