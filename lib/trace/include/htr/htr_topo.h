/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tree of trace components (htr/htr_dtb.h, topology/topology.h) as text, as a drawing, as JSON,
 * and as commands for OpenOCD. Write errors show when the file is closed.
 */
#ifndef HTR_TOPO_H
#define HTR_TOPO_H

#include <stdio.h>

#include "htr/htr_host.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Components, links, the paths from encoders to sinks, the order of start and stop. */
void htr_topo_text(FILE *out, const struct topology *t);

/* A drawing for Graphviz: encoders are boxes, funnels trapezia, sinks cylinders. */
void htr_topo_dot(FILE *out, const struct topology *t);

/* One JSON object, "schema": "hartrace-topo-1"; file is the name of the tree in it. Returns whether
 * everything was written. */
bool htr_topo_json(FILE *out, const struct topology *t, const char *file) HTR_MUST_CHECK;

/* The names of the OpenOCD objects. */
struct htr_topo_tcl {
    const char *file;   /* of the tree, for a comment */
    const char *target; /* OpenOCD's targets without their number: riscv.cpu */
    const char *prefix; /* before each object's name, or "" */
};

/* Are target and prefix names? Returns HTR_OK, or HTR_ERR_ARG after a message: letters, digits, .
 * and _, at most 30. */
int htr_topo_tcl_check(const struct htr_topo_tcl *names, struct htr_host *host) HTR_MUST_CHECK;

/* Commands of openocd-scripts/hartrace.tcl that make an object of each component, connect them, and
 * set SRC and the buffers that the tree gives. Returns HTR_OK, or HTR_ERR_ARG as
 * htr_topo_tcl_check; then nothing is written. */
int htr_topo_tcl(FILE *out, struct htr_host *host, const struct topology *t,
                 const struct htr_topo_tcl *names) HTR_MUST_CHECK;

/* Write text as one word of Tcl and of Jim Tcl whose value is the text, byte for byte: no
 * substitution, no end of the command, and no brace that would count in a script around it. Also
 * safe in a comment. An empty text is {}. */
void htr_tcl_word(FILE *out, const char *text);

/* Refuse a tree in which both protocols must meet in one byte stream, where they cannot be told
 * apart: an encoder without N-Trace and one without E-Trace (ntrace=0 and etrace=1 in
 * `hartrace,params`) whose only sink is the same. Returns HTR_OK, or HTR_ERR_CONFLICT after a
 * message with their paths. path: of the tree. */
int htr_topo_protocols(const struct topology *t, struct htr_host *host,
                       const char *path) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
