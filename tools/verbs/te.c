/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of an encoder, for the help. */
#include "te.h"

#include <limits.h>

#include "hts/hts_tree.h"

static void print_params(FILE *f, unsigned readers)
{
    struct htr_param_info info;
    fprintf(f, "\nParameters (--param NAME=VALUE), for what no register reports:\n");
    for (size_t i = 0; htr_param_info(i, &info); i++) {
        if ((info.readers & readers) != 0) {
            fprintf(f, "  %-22s %s\n", info.form, info.help);
        }
    }
}

static void print_fields(FILE *f)
{
    fprintf(f, "\nFields (--te FIELD=VALUE) of the encoder are listed by hartrace regs encoder; a "
               "value may be a name:\n--te trTeInstSyncMode=cycles. Filter or comparator n: --te "
               "trTeFilterEnable[n]=1.\n");
}

void te_print_params(FILE *f)
{
    print_params(f, UINT_MAX);
    print_fields(f);
}

void te_print_tree_params(FILE *f)
{
    te_print_params(f);
    fprintf(
        f, "\nOf one component (--param NAME.PARAMETER=VALUE, funnel-1.fifo_bytes=64), or all of a "
           "kind: encoders\nthe parameters above, and\n");
    hts_tree_write_params(f);
}

static void print_some(FILE *f, unsigned readers)
{
    print_params(f, readers);
    fprintf(f, "hartrace help params lists those of the other verbs too.\n");
    if (readers != HTR_READS_CODE) {
        print_fields(f);
    }
}

void te_print_encoder_params(FILE *f)
{
    print_some(f, HTR_READS_ENCODER);
}

void te_print_decoder_params(FILE *f)
{
    print_some(f, HTR_READS_DECODER);
}

void te_print_verify_params(FILE *f)
{
    print_some(f, HTR_READS_DECODER | HTR_READS_STRICT);
}

void te_print_code_params(FILE *f)
{
    print_some(f, HTR_READS_CODE);
}
