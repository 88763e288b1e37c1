import type { ResultOf } from '@postrider/core/assembly/registry'
import { framed } from './entry-content.js'

type Proof = ResultOf<'getLedgerProof'>
type Entry = Proof['entries'][number]

/** A saved head of the ledger. */
export interface KnownEnd {
  readonly seq: number
  readonly digest: string
}

/** The result of recomputing a ledger: the first error, or none. */
export type LedgerVerdict =
  | { readonly _tag: 'Whole'; readonly entries: number }
  | { readonly _tag: 'Altered'; readonly entry: Entry }
  | { readonly _tag: 'Missing'; readonly seq: number }
  | { readonly _tag: 'Rewritten'; readonly seq: number }
  | { readonly _tag: 'Cut'; readonly last: number; readonly kept: number }
  | { readonly _tag: 'EndMissing'; readonly last: number; readonly end: number }
  /** The reader stopped it. */
  | { readonly _tag: 'Stopped' }

/** The input of a proof: reads entries after a number, and says whether to continue. */
export interface ProofSource {
  read(afterSeq: number): Promise<Proof>
  isStopped(): boolean
  tell(done: number, all: number): void
}

const FORM = 'ledger-event-1'
const BEGINNING = '0'.repeat(64)

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The digest of an entry from its predecessor's digest and its own content (`docs/api/money#ledger-proof`).
 */
export const entryDigest = (previous: string, content: string): Promise<string> =>
  sha256(framed([FORM, previous]) + content)

/** The first error in consecutive entries; undefined if there is none. */
const examine = async (
  entries: readonly Entry[],
  before: KnownEnd,
  kept: KnownEnd | undefined,
): Promise<LedgerVerdict | undefined> => {
  const digests = await Promise.all(
    entries.map(({ content }, at) => entryDigest(entries[at - 1]?.digest ?? before.digest, content)),
  )
  for (const [at, entry] of entries.entries()) {
    const seq = before.seq + at + 1
    if (entry.seq !== seq) return { _tag: 'Missing', seq }
    if (entry.digest !== digests[at]) return { _tag: 'Altered', entry }
    if (kept?.seq === seq && kept.digest !== entry.digest) return { _tag: 'Rewritten', seq }
  }
  return undefined
}

/**
 * Recomputes a ledger from its first to its last entry, and compares it with a saved head. It uses only the
 * published content of the entries.
 */
export const proveLedger = async (
  source: ProofSource,
  kept: KnownEnd | undefined,
): Promise<LedgerVerdict> => {
  let last: KnownEnd = { seq: 0, digest: BEGINNING }
  for (;;) {
    const { entries, end } = await source.read(last.seq)
    if (source.isStopped()) return { _tag: 'Stopped' }
    const wrong = await examine(entries, last, kept)
    if (wrong !== undefined) return wrong
    last = entries.at(-1) ?? last
    source.tell(last.seq, Math.max(end.seq, last.seq))
    if (entries.length > 0 && last.seq < end.seq) continue
    if (kept !== undefined && last.seq < kept.seq) return { _tag: 'Cut', last: last.seq, kept: kept.seq }
    if (last.seq < end.seq) return { _tag: 'EndMissing', last: last.seq, end: end.seq }
    return { _tag: 'Whole', entries: last.seq }
  }
}
