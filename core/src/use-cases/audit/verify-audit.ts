import {
  type AuditEnd,
  type AuditEntry,
  type AuditHead,
  emptyChain,
  headAfter,
  linkText,
} from '../../domain/audit/chain.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

type Needs = Pick<Ports, 'storage' | 'keyedDigests'>

/** A chain as it was found. */
export interface ExaminedChain {
  readonly head: AuditHead
  /** What is wrong with it, in a sentence; undefined: every link holds. */
  readonly finding: string | undefined
}

const CHAINS_AT_ONCE = 200
const ENTRIES_AT_ONCE = 1_000

const wrongLink = ({ keyedDigests }: Needs, before: AuditHead, entry: AuditEntry): string | undefined => {
  const seq = before.seq + 1
  if (entry.seq !== seq) return `entry ${seq} is missing`
  const isWhole = keyedDigests.matches('audit', linkText(before.digest, seq, entry), entry.digest)
  return isWhole ? undefined : `entry ${seq} (${entry.auditId}) is not what was written`
}

/** Reads a chain from its first entry to the end that its head names; entries that come meanwhile are left for later. */
const examine = async (
  needs: Needs,
  head: AuditHead,
): Promise<E.Either<StorageUnavailable, string | undefined>> => {
  let reached = emptyChain(head.organizationId)
  while (reached.seq < head.seq) {
    const limit = Math.min(ENTRIES_AT_ONCE, head.seq - reached.seq)
    const read = await needs.storage.audit.chain(head.organizationId, reached.seq, limit)()
    if (E.isLeft(read)) return read
    if (read.right.length === 0) return E.right(`entry ${reached.seq + 1} is missing`)
    for (const entry of read.right) {
      const finding = wrongLink(needs, reached, entry)
      if (finding !== undefined) return E.right(finding)
      reached = headAfter(entry)
    }
  }
  return E.right(reached.digest === head.digest ? undefined : 'it ends otherwise than its head says')
}

/** All that a listing has, page by page. */
const all = async <A>(
  page: (skip: number, limit: number) => TE.TaskEither<StorageUnavailable, readonly A[]>,
): Promise<E.Either<StorageUnavailable, readonly A[]>> => {
  const listed: A[] = []
  for (;;) {
    const read = await page(listed.length, CHAINS_AT_ONCE)()
    if (E.isLeft(read)) return read
    listed.push(...read.right)
    if (read.right.length < CHAINS_AT_ONCE) return E.right(listed)
  }
}

const overrun = ({ seq: named }: AuditHead, seq: number): string | undefined => {
  if (seq <= named) return undefined
  return named === 0
    ? `entries up to ${seq} have no head`
    : `entry ${seq} is behind the end that its head names`
}

/** Chains that have entries and no head, as if their heads named nothing. */
const headless = (heads: readonly AuditHead[], ends: readonly AuditEnd[]): readonly AuditHead[] => {
  const known = new Set(heads.map(({ organizationId }) => organizationId))
  return ends
    .filter(({ organizationId }) => !known.has(organizationId))
    .map((end) => emptyChain(end.organizationId))
}

/**
 * Recomputes every chain of the audit log from its first entry (`postrider audit verify`, reliability 5.10): an entry
 * that was changed, removed, added or moved without the service's key shows. Reads only.
 */
export const verifyAudit =
  (needs: Needs) => (): TE.TaskEither<StorageUnavailable, readonly ExaminedChain[]> => async () => {
    const { audit } = needs.storage
    // The ends first: an entry is written together with its head, so that a head that is read later names it.
    const ends = await all(audit.ends)
    if (E.isLeft(ends)) return ends
    const heads = await all(audit.heads)
    if (E.isLeft(heads)) return heads
    const lastSeqs = new Map(ends.right.map(({ organizationId, seq }) => [organizationId, seq]))
    const examined: ExaminedChain[] = []
    for (const head of [...heads.right, ...headless(heads.right, ends.right)]) {
      const finding = await examine(needs, head)
      if (E.isLeft(finding)) return finding
      examined.push({ head, finding: finding.right ?? overrun(head, lastSeqs.get(head.organizationId) ?? 0) })
    }
    return E.right(examined)
  }
