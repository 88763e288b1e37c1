/** Which boundary of the service a secret is for. */
export type SecretKind = 'server' | 'agent'

/** The kind of a secret by how it begins; undefined where it is neither. */
export const secretKind = (secret: string): SecretKind | undefined => {
  if (/^pr_(test|production)_/.test(secret)) return 'server'
  return secret.startsWith('prag_') ? 'agent' : undefined
}
