/** What the installation's signing key is sealed for. */
export const SIGNING_CONTEXT = 'installation|1|sealed_signing_key'
