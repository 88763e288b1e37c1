/** A key pair, each key as PEM. */
export interface KeyPair {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Signatures that anyone can verify with the public key: Ed25519 (RFC 8032). Adapters: Node's own.
 * @example
 * ```ts
 * import { ed25519Signatures as signatures } from '@postrider/node/auth/ed25519-signatures'
 *
 * const { privateKey, publicKey } = signatures.newPair()
 * const signature = signatures.sign('what was said', privateKey)
 * const isTrue: boolean = signatures.verifies('what was said', signature, publicKey)
 * ```
 */
export interface Signatures {
  /** Generates a new pair. */
  newPair(): KeyPair
  /** The signature of a text in base64url. */
  sign(text: string, privateKey: string): string
  /**
   * Whether the signature of the text matches the public key; false also for a malformed key or signature.
   */
  verifies(text: string, signature: string, publicKey: string): boolean
}
