import {
  type AuditEnd,
  type AuditEntry,
  type AuditHead,
  emptyChain,
  KEY_VERSION_ACTION,
  headAfter,
  linkText,
  ROTATED_ACTION,
} from '../domain/chain.js'
import { type ChainKeyVersions, judgeEntry, NO_KEY_VERSIONS } from '../domain/chain-key-versions.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { AuditStorage } from '../ports/audit-storage.js'
import type { KeyStatusStorage } from '../../kernel/ports/key-status-storage.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'

interface Needs {
  readonly storage: { readonly audit: AuditStorage; readonly keys: KeyStatusStorage }
  readonly keyedDigests: KeyedDigests
}

/** Records whose digests are in audit events, so that the chains prove them too. */
export interface ProvedRecords {
  /** The number of records of each Organization that has any. It is called before the chains are read. */
  counts(): Promise<E.Either<StorageUnavailable, ReadonlyMap<OrganizationId, number>>>
  /** Compares the records that these entries name: how many they are, and the first difference. */
  compare(
    entries: readonly AuditEntry[],
  ): Promise<E.Either<StorageUnavailable, { readonly named: number; readonly problem: string | undefined }>>
}

/**
 * The problem of a chain.
 * - `altered`: an entry isn't what Postrider wrote, or entries are missing.
 * - `unknown_key`: entries under a key that this process doesn't have aren't proved; everything else is
 *   intact.
 * - `open_era`: it is intact, but `postrider keys rotate` hasn't yet moved it to the key version of the
 *   sealing key.
 */
export interface ChainFinding {
  readonly verdict: 'altered' | 'unknown_key' | 'open_era'
  readonly sentence: string
}

/** A chain with the result of its verification. */
export interface ExaminedChain {
  readonly head: AuditHead
  /** Undefined: every link is intact. */
  readonly finding: ChainFinding | undefined
}

const CHAINS_AT_ONCE = 200
const ENTRIES_AT_ONCE = 1_000

const altered = (sentence: string): ChainFinding => ({ verdict: 'altered', sentence })

/** Information about the installation's keys, before a chain is read. */
interface KeysKnown {
  /** The key with which chains must end; undefined if none is named yet. */
  readonly sealing: KeyId | undefined
  /** Earlier keys that this process doesn't have. */
  readonly missing: readonly KeyId[]
  /** Keys for which the platform's chain records a completed rotation. */
  readonly rotated: ReadonlySet<KeyId>
}

/** A sequence of entries that this process can't prove. */
interface Unproved {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly keyIds: ReadonlySet<KeyId>
  /** Whether some of these entries don't name their key. */
  readonly hasNameless: boolean
}

interface Reading {
  readonly reached: AuditHead
  readonly keyVersions: ChainKeyVersions
  /** The key that proved the last entry, or the key that it names. */
  readonly lastKey: KeyId | undefined
  readonly unproved: Unproved | undefined
  /** Keys that entries record as closed, and that this process doesn't have. */
  readonly missing: ReadonlySet<KeyId>
  readonly rotated: ReadonlySet<KeyId>
  /** How many records the entries name, and the first difference. */
  readonly named: number
  readonly difference: string | undefined
}

const withUnproved = (before: Unproved | undefined, seq: number, keyId: KeyId | undefined): Unproved => ({
  firstSeq: before?.firstSeq ?? seq,
  lastSeq: seq,
  keyIds: new Set([...(before?.keyIds ?? []), ...(keyId === undefined ? [] : [keyId])]),
  hasNameless: (before?.hasNameless ?? false) || keyId === undefined,
})

/** Updates the key information from a proved entry. */
const learned = ({ keyedDigests }: Needs, reading: Reading, { action, details, target }: AuditEntry) => {
  const closed = action === KEY_VERSION_ACTION ? String(details['closed'] ?? '').split(',') : []
  const gone = closed.filter((keyId) => keyId !== '' && !keyedDigests.has(keyId))
  return {
    missing: gone.length === 0 ? reading.missing : new Set([...reading.missing, ...gone]),
    rotated: action === ROTATED_ACTION ? new Set([...reading.rotated, target]) : reading.rotated,
  }
}

const readEntry = (needs: Needs, reading: Reading, entry: AuditEntry): E.Either<ChainFinding, Reading> => {
  const { reached, keyVersions } = reading
  const { keyedDigests } = needs
  const seq = reached.seq + 1
  if (entry.seq !== seq) return E.left(altered(`entry ${seq} is missing`))
  const text = linkText(reached.digest, seq, entry)
  const found = judgeEntry(keyVersions, entry, keyedDigests, (keyId) =>
    keyedDigests.matches('audit', text, entry.digest, keyId),
  )
  if (found._tag === 'Altered') return E.left(altered(`entry ${seq} (${entry.auditId}) ${found.why}`))
  const next = { ...reading, reached: headAfter(entry), keyVersions: found.keyVersions, lastKey: found.keyId }
  return found._tag === 'Sound'
    ? E.right({ ...next, ...learned(needs, reading, entry) })
    : E.right({ ...next, unproved: withUnproved(reading.unproved, seq, found.keyId) })
}

/** The result for a chain whose links are all consecutive. */
const conclude = (reading: Reading, head: AuditHead, known: KeysKnown): ChainFinding | undefined => {
  const { reached, unproved, lastKey } = reading
  if (reached.digest !== head.digest) return altered('its last entry does not match its head')
  const missing = new Set([...known.missing, ...reading.missing, ...(unproved?.keyIds ?? [])])
  if (unproved?.hasNameless === true && missing.size === 0)
    return altered(`entry ${unproved.firstSeq} was changed`)
  const isOutside = reached.seq > 0 && known.sealing !== undefined && lastKey !== known.sealing
  if (isOutside && known.rotated.has(known.sealing))
    return altered(`entry ${reached.seq} uses another key than ${known.sealing}, the key of this key version`)
  if (reading.keyVersions.isUnopened && known.sealing !== undefined && known.rotated.has(known.sealing))
    return altered('it changes to another key without an entry that starts the new key version')
  if (unproved !== undefined) {
    const { firstSeq, lastSeq, keyIds, hasNameless } = unproved
    const names = [...(hasNameless ? missing : keyIds)].sort().join(' or ')
    return {
      verdict: 'unknown_key',
      sentence: `not verified from entry ${firstSeq} to ${lastSeq}: they use the unknown key ${names}`,
    }
  }
  if (!isOutside && !reading.keyVersions.isUnopened) return undefined
  return { verdict: 'open_era', sentence: 'valid, but not yet protected by the current key version' }
}

/** The difference between a chain and the records that it must name: each exactly as it is, and no others. */
const differenceOf = ({ named, difference }: Reading, recordCount: number): ChainFinding | undefined => {
  if (difference !== undefined) return altered(difference)
  return recordCount > named ? altered(`records without an entry: ${recordCount - named}`) : undefined
}

interface Examined {
  readonly finding: ChainFinding | undefined
  readonly rotated: ReadonlySet<KeyId>
}

/** Reads a chain from its first entry to the end in its head; newer entries are ignored. */
const examine = async (
  needs: Needs,
  head: AuditHead,
  known: KeysKnown,
  records: ProvedRecords,
  recordCount: number,
): Promise<E.Either<StorageUnavailable, Examined>> => {
  const { rotated } = known
  let reading: Reading = {
    reached: emptyChain(head.organizationId),
    keyVersions: NO_KEY_VERSIONS,
    lastKey: undefined,
    unproved: undefined,
    missing: new Set(),
    rotated,
    named: 0,
    difference: undefined,
  }
  while (reading.reached.seq < head.seq) {
    const { seq } = reading.reached
    const read = await needs.storage.audit.chain(
      head.organizationId,
      seq,
      Math.min(ENTRIES_AT_ONCE, head.seq - seq),
    )()
    if (E.isLeft(read)) return read
    if (read.right.length === 0) return E.right({ finding: altered(`entry ${seq + 1} is missing`), rotated })
    for (const entry of read.right) {
      const next = readEntry(needs, reading, entry)
      if (E.isLeft(next)) return E.right({ finding: next.left, rotated })
      reading = next.right
    }
    const compared = await records.compare(read.right)
    if (E.isLeft(compared)) return compared
    const { named, problem } = compared.right
    reading = { ...reading, named: reading.named + named, difference: reading.difference ?? problem }
  }
  // Only the platform's chain records key rotations.
  const rotatedSoFar = head.organizationId === undefined ? reading.rotated : rotated
  const finding = conclude(reading, head, { ...known, rotated: rotatedSoFar })
  const difference = differenceOf(reading, recordCount)
  return E.right({
    finding: finding?.verdict === 'altered' ? finding : (difference ?? finding),
    rotated: rotatedSoFar,
  })
}

/** Reads all pages of a listing. */
const all = async <A>(
  page: (skip: number, limit: number) => TE.TaskEither<StorageUnavailable, readonly A[]>,
): Promise<E.Either<StorageUnavailable, readonly A[]>> => {
  const listed: A[] = []
  for (;;) {
    const read = await page(listed.length, CHAINS_AT_ONCE)()
    if (E.isLeft(read)) return read
    for (const one of read.right) listed.push(one)
    if (read.right.length < CHAINS_AT_ONCE) return E.right(listed)
  }
}

const overrun = ({ seq: named }: AuditHead, seq: number): ChainFinding | undefined => {
  if (seq <= named) return undefined
  return altered(
    named === 0 ? `entries up to ${seq} have no head` : `entry ${seq} is after the end that its head names`,
  )
}

/** Chains with entries or records but without a head, with an empty head for each. */
const headless = (
  heads: readonly AuditHead[],
  ends: readonly AuditEnd[],
  counts: ReadonlyMap<OrganizationId, number>,
): readonly AuditHead[] => {
  const known = new Set(heads.map(({ organizationId }) => organizationId))
  const chains = new Set([...ends.map(({ organizationId }) => organizationId), ...counts.keys()])
  return [...chains].filter((organizationId) => !known.has(organizationId)).map((one) => emptyChain(one))
}

/** There are no records besides the audit log. */
const NO_RECORDS: ProvedRecords = {
  counts: () => Promise.resolve(E.right(new Map())),
  compare: () => Promise.resolve(E.right({ named: 0, problem: undefined })),
}

const keysKnown = async ({
  storage,
  keyedDigests,
}: Needs): Promise<E.Either<StorageUnavailable, KeysKnown>> => {
  const status = await storage.keys.status()()
  if (E.isLeft(status)) return status
  const { sealing, keyVersions } = status.right
  const missing = keyVersions.map(({ keyId }) => keyId).filter((keyId) => !keyedDigests.has(keyId))
  return E.right({ sealing, missing, rotated: new Set() })
}

/**
 * Recomputes every chain of the audit log from its first entry (`postrider audit verify`,
 * docs/promises#altered-audit-logs). It detects entries that were changed, removed, added or moved without
 * the key of their time, even if a key was used that has been retired since (docs/decisions/0031). Records that
 * entries name are compared with their digests. It only reads.
 */
export const verifyAudit =
  (needs: Needs, records: ProvedRecords = NO_RECORDS) =>
  (): TE.TaskEither<StorageUnavailable, readonly ExaminedChain[]> =>
  async () => {
    const { audit } = needs.storage
    const keys = await keysKnown(needs)
    if (E.isLeft(keys)) return keys
    // Records and ends are read first: each is written together with its head, so a head that is read later
    // includes it.
    const counts = await records.counts()
    if (E.isLeft(counts)) return counts
    const ends = await all(audit.ends)
    if (E.isLeft(ends)) return ends
    const heads = await all(audit.heads)
    if (E.isLeft(heads)) return heads
    const lastSeqs = new Map(ends.right.map(({ organizationId, seq }) => [organizationId, seq]))
    const examined: ExaminedChain[] = []
    let known = keys.right
    // The platform's chain is first.
    for (const head of [...heads.right, ...headless(heads.right, ends.right, counts.right)]) {
      const { organizationId } = head
      const recordCount = organizationId === undefined ? 0 : (counts.right.get(organizationId) ?? 0)
      const found = await examine(needs, head, known, records, recordCount)
      if (E.isLeft(found)) return found
      const { finding, rotated } = found.right
      known = { ...known, rotated }
      const beyond = overrun(head, lastSeqs.get(organizationId) ?? 0)
      examined.push({ head, finding: finding?.verdict === 'altered' ? finding : (beyond ?? finding) })
    }
    return E.right(examined)
  }
