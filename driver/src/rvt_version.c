/* SPDX-License-Identifier: Apache-2.0 */
/* The version policy of TCI 1.0, chapter "Versioning of Components". */
#include "hartrace/rvt_component.h"

/* tr??VerMinor of an implementation in development. */
#define MINOR_EXPERIMENTAL 15u

enum rvt_version_verdict rvt_version_judge(unsigned major, unsigned minor, unsigned sup_major,
                                           unsigned sup_minor)
{
    if (major == 0) {
        return RVT_VERSION_PRERATIFIED;
    }
    if (major > sup_major) {
        return RVT_VERSION_FUTURE;
    }
    if (major < sup_major) {
        return RVT_VERSION_OBSOLETE;
    }
    if (minor == MINOR_EXPERIMENTAL) {
        return RVT_VERSION_EXPERIMENTAL;
    }
    if (minor > sup_minor) {
        return RVT_VERSION_NEWER_MINOR;
    }
    return RVT_VERSION_ACCEPT;
}

const char *rvt_version_text(enum rvt_version_verdict verdict)
{
    switch (verdict) {
    case RVT_VERSION_ACCEPT:
        return "supported version";
    case RVT_VERSION_NEWER_MINOR:
        return "newer minor version: its new features are not used";
    case RVT_VERSION_EXPERIMENTAL:
        return "experimental version";
    case RVT_VERSION_OBSOLETE:
        return "obsolete version";
    case RVT_VERSION_PRERATIFIED:
        return "pre-ratified version 0 is not supported";
    case RVT_VERSION_FUTURE:
        return "newer major version, not compatible with this software";
    default:
        return "unknown verdict";
    }
}
