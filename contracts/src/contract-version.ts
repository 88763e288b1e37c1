/**
 * The version of the published contract (docs/api/conventions#versioning); within /v1 it is only extended.
 */
export const CONTRACT_VERSION = '1.2.0'
