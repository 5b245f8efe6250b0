# SPDX-License-Identifier: Apache-2.0
"""The machine and the tools of a measurement."""
import os
import platform
import re
import subprocess


def machine():
    """The class of this machine: processor and the number of cores; HARTRACE_MACHINE says more, or something else."""
    if os.environ.get('HARTRACE_MACHINE'):
        return os.environ['HARTRACE_MACHINE']
    model = platform.machine()
    try:
        with open('/proc/cpuinfo') as f:
            info = f.read()
        model = re.search(r'^model name\s*: (.*)$', info, re.M).group(1)
        mhz = re.search(r'^cpu MHz\s*: (\d+)', info, re.M)
        model = re.sub(r'\((R|TM)\)', '', model) + (f', {int(mhz.group(1)) / 1000:.1f} GHz' if mhz else '')
        virtual = 'virtual machine, ' if 'hypervisor' in info else ''
    except (OSError, AttributeError):
        virtual = ''
    cores = os.cpu_count()
    return f"{virtual}{cores} core{'s' if cores != 1 else ''} of {model}"


def tool_version(command):
    try:
        said = subprocess.run([command, '--version' if command != 'yosys' else '-V'], capture_output=True, text=True)
    except OSError:
        return 'none'
    found = re.search(r'\d+\.\d+(\.\d+)?', said.stdout + said.stderr)
    return found.group(0) if found else 'unknown'
