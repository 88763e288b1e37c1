import type { ResultOf } from '@postrider/core/assembly/registry'
import { framed } from './entry-content.js'

type SignedHead = NonNullable<ResultOf<'getSignedLedgerHead'>['signedHead']>

type SignedAccountHead = readonly [account: string, seq: number, digest: string]

/** The signed head of a ledger, as a person has saved it. */
export interface SavedHead {
  readonly installationId: string
  readonly at: string
  readonly part: number
  readonly parts: number
  readonly heads: readonly SignedAccountHead[]
  readonly signature: string
  readonly publicKey: string
}

/** The file content of a saved head: one line, which the `postrider` commands read as well. */
export const savedHeadText = ({ account, seq, digest, publicKey, ...signed }: SignedHead): string => {
  const { installationId, at, part, parts, signature } = signed
  const ledgerHeads = { installationId, at, part, parts, heads: [[account, seq, digest]], signature }
  return `${JSON.stringify({ ledgerHeads, publicKey })}\n`
}

const isHead = (value: unknown): value is SignedAccountHead =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Number.isSafeInteger(value[1]) &&
  typeof value[2] === 'string'

/** Parses a saved head; undefined for any other text. */
export const readSavedHead = (text: string): SavedHead | undefined => {
  try {
    const { ledgerHeads: kept, publicKey } = JSON.parse(text) as {
      readonly ledgerHeads?: Partial<Record<keyof SavedHead, unknown>>
      readonly publicKey?: unknown
    }
    const { installationId, at, part, parts, heads, signature } = kept ?? {}
    const isWhole =
      typeof installationId === 'string' &&
      typeof at === 'string' &&
      typeof part === 'number' &&
      typeof parts === 'number' &&
      typeof signature === 'string' &&
      typeof publicKey === 'string'
    if (!isWhole || !Array.isArray(heads) || !heads.every(isHead)) return undefined
    return { installationId, at, part, parts, heads, signature, publicKey }
  } catch {
    return undefined
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const keyBytes = (pem: string): Uint8Array<ArrayBuffer> =>
  bytesOf(pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''))

/** Imports the public key; undefined if the browser doesn't support its algorithm. */
const importKey = async (pem: string): Promise<CryptoKey | undefined> => {
  try {
    return await crypto.subtle.importKey('spki', keyBytes(pem), { name: 'Ed25519' }, false, ['verify'])
  } catch {
    return undefined
  }
}

/** Verifies the signature with the saved key; undefined if the browser can't. */
export const isSigned = async (kept: SavedHead): Promise<boolean | undefined> => {
  const key = await importKey(kept.publicKey)
  if (key === undefined) return undefined
  const { installationId, at, part, parts, heads } = kept
  const signedText = framed(['postrider-ledger-heads-1', installationId, at, part, parts, ...heads.flat()])
  try {
    const signature = bytesOf(kept.signature.replaceAll('-', '+').replaceAll('_', '/'))
    return await crypto.subtle.verify(
      { name: 'Ed25519' },
      key,
      signature,
      new TextEncoder().encode(signedText),
    )
  } catch {
    return false
  }
}
