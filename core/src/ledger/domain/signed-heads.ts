import { isId } from '../../kernel/ids/id.js'
import { type Account, accountKey, type AccountKey } from './account.js'
import { type Digest, frame } from '../../kernel/digests/digest.js'
import { accountNamed } from './account.js'

/** Where an account's chain ended: the number and the digest of its last event. */
export interface LedgerHead extends AccountKey {
  readonly seq: number
  readonly digest: Digest
}

/**
 * Heads of one moment, signed by the installation: with kept ones anybody can tell a ledger that was cut off or written
 * anew, without asking anybody. One line of several where there are many accounts.
 */
export interface SignedHeads {
  readonly installationId: string
  /** ISO 8601. */
  readonly at: string
  readonly part: number
  readonly parts: number
  /** Each as `org_…/production/INR`, its number and its digest. */
  readonly heads: ReadonlyArray<readonly [account: string, seq: number, digest: Digest]>
  /** Ed25519 over {@link signedText}, in base64url. */
  readonly signature: string
}

/** What is signed: every field with its length before it, heads in their order. */
export const signedText = ({
  installationId,
  at,
  part,
  parts,
  heads,
}: Omit<SignedHeads, 'signature'>): string =>
  frame(['postrider-ledger-heads-1', installationId, at, part, parts, ...heads.flat()])

/** Heads in one line: no log cuts it. */
const HEADS_A_LINE = 50

/** What the lines say, before they are signed; accounts without an event have no head. */
export const linesOf = (
  accounts: readonly Account[],
  installationId: string,
  at: string,
): ReadonlyArray<Omit<SignedHeads, 'signature'>> => {
  const heads = accounts
    .filter(({ version }) => version > 0)
    .map((account) => [accountKey(account), account.version, account.headDigest] as const)
  const parts = Math.max(1, Math.ceil(heads.length / HEADS_A_LINE))
  return Array.from({ length: parts }, (_, at0) => ({
    installationId,
    at,
    part: at0 + 1,
    parts,
    heads: heads.slice(at0 * HEADS_A_LINE, (at0 + 1) * HEADS_A_LINE),
  }))
}

const isHead = (value: unknown): value is SignedHeads['heads'][number] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Number.isSafeInteger(value[1]) &&
  typeof value[2] === 'string'

/** Signed heads out of a line of a log or of an export; undefined where the line has none. */
export const readSignedHeads = (value: unknown): SignedHeads | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { ledgerHeads } = value as { readonly ledgerHeads?: unknown }
  if (ledgerHeads !== undefined) return readSignedHeads(ledgerHeads)
  const { installationId, at, part, parts, heads, signature } = value as Partial<
    Record<keyof SignedHeads, unknown>
  >
  const isWhole =
    typeof installationId === 'string' &&
    typeof at === 'string' &&
    typeof part === 'number' &&
    typeof parts === 'number' &&
    typeof signature === 'string'
  if (!isWhole || !Array.isArray(heads) || !heads.every(isHead)) return undefined
  return { installationId, at, part, parts, heads, signature }
}

/** The head that a line says; undefined where it names no account. */
export const headOf = ([account, seq, digest]: SignedHeads['heads'][number]): LedgerHead | undefined => {
  const [organizationId = '', ...name] = account.split('/')
  const dimensions = accountNamed(name.join('/'))
  if (!isId('org', organizationId) || dimensions === undefined || seq < 1) return undefined
  return { organizationId, ...dimensions, seq, digest }
}
