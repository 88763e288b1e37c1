import { isId } from '../../kernel/ids/id.js'
import { type Account, accountKey, type AccountKey } from './account.js'
import { type Digest, frame } from '../../kernel/digests/digest.js'
import { accountNamed } from './account.js'

/** The end of an account's chain: the number and digest of its last event. */
export interface LedgerHead extends AccountKey {
  readonly seq: number
  readonly digest: Digest
}

/**
 * Heads of one moment, signed by the installation. With stored heads, anybody can detect that a ledger was
 * truncated or rewritten. Many accounts are split into several lines; this is one of them.
 */
export interface SignedHeads {
  readonly installationId: string
  /** ISO 8601. */
  readonly at: string
  readonly part: number
  readonly parts: number
  /** Each as `org_…/production/INR`, with its number and digest. */
  readonly heads: ReadonlyArray<readonly [account: string, seq: number, digest: Digest]>
  /** Ed25519 over {@link signedText}, in base64url. */
  readonly signature: string
}

/** The signed text: every field, preceded by its length, with the heads in order. */
export const signedText = ({
  installationId,
  at,
  part,
  parts,
  heads,
}: Omit<SignedHeads, 'signature'>): string =>
  frame(['postrider-ledger-heads-1', installationId, at, part, parts, ...heads.flat()])

/** Few enough heads per line that logs don't truncate it. */
const HEADS_A_LINE = 50

/** The lines before signing; accounts without events have no head. */
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

/** Parses signed heads from a line of a log or export; undefined if the line has none. */
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

/** The head in an entry of a line; undefined if it doesn't name an account. */
export const headOf = ([account, seq, digest]: SignedHeads['heads'][number]): LedgerHead | undefined => {
  const [organizationId = '', ...name] = account.split('/')
  const dimensions = accountNamed(name.join('/'))
  if (!isId('org', organizationId) || dimensions === undefined || seq < 1) return undefined
  return { organizationId, ...dimensions, seq, digest }
}
