#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kit-opencsd.sh COMMAND [ARGUMENT]...: run a decoder that prints OpenCSD's generic trace elements as text ("OCSD_GEN_TRC_ELEM_..."), and print
# them in the form of docs/reference/kit-protocol.md. For hartrace kit decoder:
#
#   hartrace kit decoder --dut 'examples/kit-opencsd.sh ./my-lister {trace} {elf} >{out}'
#
# The exit status is that of the command; 1 when it is 0 and an element says that something cannot be decoded.
text=$(mktemp) || exit 2
trap 'rm -f "$text"' EXIT
"$@" >"$text"
status=$?
awk '
  # The number after a text, as "0x..."
  function after(text,   at) {
      at = index($0, text)
      return at ? match(substr($0, at + length(text)), /^0?x?[0-9A-Fa-f]+/) ? substr($0, at + length(text), RLENGTH) : "" : ""
  }
  BEGIN { print "events trace-on exception exception-return time" }
  /OCSD_GEN_TRC_ELEM_INSTR_RANGE/ {
      from = after("exec range=")
      to = after("exec range=" from ":[")
      print from "-" to
  }
  /OCSD_GEN_TRC_ELEM_TRACE_ON/ { print "trace-on" }
  /OCSD_GEN_TRC_ELEM_EXCEPTION\(/ { at = after("pref ret addr:"); print "exception" (at != "" ? " at=" at : "") }
  /OCSD_GEN_TRC_ELEM_EXCEPTION_RET/ { print "exception-return" }
  /OCSD_GEN_TRC_ELEM_TIMESTAMP/ { print "time " after("TS=") }
  /OCSD_GEN_TRC_ELEM_ADDR_NACC/ { print "error no code"; bad = 1 }
  /OCSD_RESP_FATAL|OCSD_RESP_ERR|ERROR/ { print "error " $0; bad = 1 }
  END { exit bad }
' "$text"
bad=$?
[ $status -ne 0 ] && exit $status
exit $bad
