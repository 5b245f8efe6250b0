// SPDX-License-Identifier: Apache-2.0
// For the map of htk_monitor: which bytes of a beat are trace.
package htk_map_pkg;
  // ATB: ATBYTES is the number of bytes minus one.
  function automatic logic [63:0] keep_atb(input logic [5:0] atbytes);
    return (64'd2 << atbytes) - 64'd1;
  endfunction

  // A link that counts its bytes, 0 to 64.
  function automatic logic [63:0] keep_count(input logic [6:0] n);
    return n >= 7'd64 ? '1 : (64'd1 << n) - 64'd1;
  endfunction
endpackage
