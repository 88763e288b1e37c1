import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import { right } from '@postrider/conformance/outcome'
import { anOperator } from '@postrider/test/builders/an-operator'
import { readEvidence, readViolations } from '@postrider/test/crash/evidence'
import type { Scene } from '@postrider/test/hosts/mail-scene'
import { composeHere } from '@postrider/test/hosts/own-host'

/** The number of settled messages, and the inconsistencies in books and facts afterwards. */
interface Settlement {
  readonly settled: number
  readonly violations: readonly Violation[]
}

const NO_ORIGIN = { requestId: undefined, clientAddress: undefined }

/**
 * Lets a super admin settle every message with an unknown outcome by the SMSC's log: delivered if the log has
 * its number.
 */
export const settleByHand = async ({ settings }: Scene, atSmsc: ReadonlySet<string>): Promise<Settlement> => {
  const composition = await composeHere(settings)
  try {
    const { ports, postrider } = composition
    const operator = await anOperator(ports)
    const evidence = await readEvidence(ports.storage)
    const unknown = evidence.flatMap(({ message }) => (message.state === 'UNCONFIRMED' ? [message] : []))
    for (const { messageId, to, attempt } of unknown) {
      const decision = {
        messageId,
        outcome: atSmsc.has(to) ? 'delivered' : 'failed',
        evidence: "The SMSC's log.",
        version: attempt,
        reason: 'Their dispatcher was killed.',
      }
      await right(postrider.runOperation(operator, 'resolveUnconfirmedMessage', decision, NO_ORIGIN))
    }
    return { settled: unknown.length, violations: await readViolations(ports.storage) }
  } finally {
    await composition.close()
  }
}
