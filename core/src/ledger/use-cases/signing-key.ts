/** The encryption context of the installation's signing key. */
export const SIGNING_CONTEXT = 'installation|1|sealed_signing_key'
