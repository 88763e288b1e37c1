import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { Signatures } from '@postrider/core/kernel/ports/signatures'

/** Ed25519 through OpenSSL, which Node includes. */
export const ed25519Signatures: Signatures = {
  newPair: () =>
    generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  sign: (text, privateKey) =>
    sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64url'),
  verifies: (text, signature, publicKey) => {
    try {
      return verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature, 'base64url'))
    } catch {
      return false
    }
  },
}
