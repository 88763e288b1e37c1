import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { right } from '@postrider/conformance/outcome'
import { readSends } from './provider-log.js'
import type { Scene } from './scene.js'

const PAGE = 500

/** All evidence of every message. */
export const readEvidence = async (storage: Storage): Promise<readonly MessageEvidence[]> => {
  const all: MessageEvidence[] = []
  let after: MessageId | undefined
  for (;;) {
    const page = await right(storage.evidence.messages(after, PAGE))
    all.push(...page)
    after = page.at(-1)?.message.messageId
    if (page.length < PAGE) return all
  }
}

/** The shared invariant checker, as `postrider doctor --deep` runs it. */
export const readViolations = async (storage: Storage): Promise<readonly Violation[]> =>
  (await right(checkInvariants({ storage, digests: nodeDigests })())).violations

/** The content of the database and of the provider's log at one time. */
export interface Snapshot {
  readonly evidence: readonly MessageEvidence[]
  readonly sends: ReadonlyMap<string, number>
  readonly violations: readonly Violation[]
}

export const readSnapshot = async ({ storage, providerLog }: Scene): Promise<Snapshot> => ({
  evidence: await readEvidence(storage),
  sends: readSends(providerLog),
  violations: await readViolations(storage),
})

/** State and money of every message, a line each, which no duplicate may change (D-3, D-4). */
export const stateVector = (evidence: readonly MessageEvidence[]): readonly string[] =>
  evidence.map(({ message, attempts, events }) => {
    const { messageId, state, billing, failureCode = '-', attempt } = message
    const money = events
      .map(({ type, amountMinor, entryId }) => `${type} ${amountMinor} ${entryId}`)
      .join(', ')
    return `${messageId} ${state} ${billing} ${failureCode} ${attempt}/${attempts.length} [${money}]`
  })
