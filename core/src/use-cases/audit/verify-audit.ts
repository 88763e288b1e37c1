import { type AuditEntry, type AuditHead, emptyChain, headAfter, linkText } from '../../domain/audit/chain.js'
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

const HEADS_AT_ONCE = 200
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

/**
 * Recomputes every chain of the audit log from its first entry (`postrider audit verify`, reliability 5.10): an entry
 * that was changed, removed, added or moved without the service's key shows. Reads only.
 */
export const verifyAudit =
  (needs: Needs) => (): TE.TaskEither<StorageUnavailable, readonly ExaminedChain[]> => async () => {
    const examined: ExaminedChain[] = []
    for (;;) {
      const heads = await needs.storage.audit.heads(examined.length, HEADS_AT_ONCE)()
      if (E.isLeft(heads)) return heads
      for (const head of heads.right) {
        const finding = await examine(needs, head)
        if (E.isLeft(finding)) return finding
        examined.push({ head, finding: finding.right })
      }
      if (heads.right.length < HEADS_AT_ONCE) return E.right(examined)
    }
  }
