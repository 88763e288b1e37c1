/** The boundary of the service that accepts a secret. */
export type SecretKind = 'server' | 'agent'

/** The kind of a secret by its prefix; undefined if it is neither. */
export const secretKind = (secret: string): SecretKind | undefined => {
  if (/^pr_(test|production)_/.test(secret)) return 'server'
  return secret.startsWith('prag_') ? 'agent' : undefined
}
