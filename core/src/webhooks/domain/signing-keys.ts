/** A key pair whose private key signs deliveries (ed25519), as Standard Webhooks writes it. */
export interface WebhookKeyPair {
  /** `whpk_…`: verifies signatures, and can be shown to anyone. */
  readonly publicKey: string
  /** `whsk_…` */
  readonly privateKey: string
}

const PRIVATE_PREFIX = 'whsk_'

/**
 * The keys that sign the deliveries of an endpoint, as the one text that is sealed: its secret, and its private key if
 * it has one. So both are replaced together.
 */
export const joinKeys = (secret: string, pair: WebhookKeyPair | undefined): string =>
  pair === undefined ? secret : `${secret} ${pair.privateKey}`

/** The keys in a text of {@link joinKeys}; each of them signs. */
export const splitKeys = (text: string): readonly string[] => text.split(' ')

/** Whether a key is a secret; otherwise it is a private key. */
export const isSecret = (key: string): boolean => !key.startsWith(PRIVATE_PREFIX)

/** The version of the signatures of a key: `v1a` for a private key, `v1` for a secret. */
export const signatureVersion = (key: string): 'v1' | 'v1a' => (isSecret(key) ? 'v1' : 'v1a')
