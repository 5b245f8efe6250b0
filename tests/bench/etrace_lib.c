/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rate of riscv-software-src/riscv-etrace-lib on packets without a program, which is all that
 * it decodes: etrace_lib RAW prints `SECONDS PACKETS`, processor time, the best of nine runs. Built
 * by scripts/bench-etrace.sh with a checkout of the user's; no part of the build.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rv_etrace_encap.h>
#include <rv_etrace_itrace.h>

static struct rv_etrace_params params;

static unsigned long decode(const unsigned char *bytes, size_t size)
{
    unsigned long n = 0;
    for (size_t at = 0; at < size; n++) {
        struct rv_etrace_packet packet = {0};
        struct rv_etrace_payload payload;
        struct rv_itrace_data data;
        size_t left = size - at;
        memcpy(&packet, bytes + at, left < sizeof packet ? left : sizeof packet);
        memset(&payload, 0, sizeof payload);
        unsigned length = rv_etrace_packet_size(&params, &packet);
        if (length == 0 || rv_etrace_packet_payload_read(&params, &packet, &payload) < 0 ||
            rv_itrace_payload_read(&params, &payload, &data) < 0) {
            fprintf(stderr, "etrace_lib: packet %lu at byte %zu cannot be read\n", n, at);
            exit(1);
        }
        at += length;
    }
    return n;
}

int main(int argc, char **argv)
{
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    static unsigned char bytes[1 << 26];
    size_t size = f != NULL ? fread(bytes, 1, sizeof bytes, f) : 0;
    double best = 0;
    unsigned long n = 0;
    params.itrace.iaddress_width_p = 32;
    params.itrace.iaddress_lsb_p = 1;
    params.itrace.privilege_width_p = 2;
    params.itrace.ecause_width_p = 5;
    params.itrace.context_width_p = 1;
    params.itrace.time_width_p = 1;
    params.itrace.nocontext_p = 1;
    params.itrace.notime_p = 1;
    params.sup.packet_flow_id = -1; /* any */
    params.sup.enc_mode_width_p = 1;
    params.sup.ioptions_width_p = 5;
    params.sup.denable_width_p = 1;
    params.sup.dloss_width_p = 1;
    params.sup.doptions_width_p = 4;
    for (int i = 0; i < 9 && size != 0; i++) {
        clock_t start = clock();
        n = decode(bytes, size);
        double took = (double)(clock() - start) / CLOCKS_PER_SEC;
        best = i == 0 || took < best ? took : best;
    }
    printf("%.6f %lu\n", best, n);
    return size == 0;
}
