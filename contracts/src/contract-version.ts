/** The version of the published contract (specification 9.2); within /v1 it only ever gains. */
export const CONTRACT_VERSION = '1.2.0'
