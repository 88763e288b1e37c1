/** The version of the published contract (docs/contract#versioning); within /v1 it only ever gains. */
export const CONTRACT_VERSION = '1.2.0'
