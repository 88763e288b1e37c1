import type { MessageId } from '../../../kernel/ids/id.js'
import { accountKey } from '../../../ledger/domain/account.js'
import { messageViolations, type Violation } from '../../domain/verification/invariants.js'
import { isViolation } from '../../domain/retention/retention.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { E, TE } from '../../../fp.js'
import type { EvidenceStorage } from '../../../messaging/ports/evidence-storage.js'
import type { LedgerStorage } from '../../../ledger/ports/ledger-storage.js'
import type { RetentionStorage } from '../../ports/retention-storage.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import { examineLedger } from '../../../ledger/use-cases/examine-ledger.js'

/** The number of records examined, and the violations. */
export interface InvariantReport {
  readonly accounts: number
  readonly events: number
  readonly messages: number
  readonly violations: readonly Violation[]
}

interface Needs {
  readonly storage: {
    readonly evidence: EvidenceStorage
    readonly ledger: LedgerStorage
    readonly retention: RetentionStorage
  }
  readonly digests: Digests
}

const PAGE = 500

const checkMessages = async ({
  storage,
}: Needs): Promise<E.Either<Outage, { messages: number; violations: Violation[] }>> => {
  const purged = await storage.retention.purgedBefore()()
  if (E.isLeft(purged)) return purged
  const violations: Violation[] = []
  let messages = 0
  let after: MessageId | undefined
  for (;;) {
    const page = await storage.evidence.messages(after, PAGE)()
    if (E.isLeft(page)) return page
    for (const facts of page.right)
      for (const one of messageViolations(facts))
        if (isViolation(one, facts.message, purged.right)) violations.push(one)
    messages += page.right.length
    after = page.right.at(-1)?.message.messageId
    if (page.right.length < PAGE) return E.right({ messages, violations })
  }
}

/**
 * Checks the invariants (docs/promises#invariants) that the database alone can show. It checks every account
 * against its ledger (M-1, M-3, M-7), every message against its entries, attempts and keys (M-4 to M-6, M-8,
 * I-1, D-1, D-2) and against its challenge (O-1, O-2, O-5), and orphaned rows. It changes nothing. Tests,
 * campaigns and `postrider doctor --deep` use it.
 */
export const checkInvariants = (needs: Needs) => (): TE.TaskEither<Outage, InvariantReport> => async () => {
  const ledger = await examineLedger(needs, () => TE.right(undefined))()
  if (E.isLeft(ledger)) return ledger
  const messages = await checkMessages(needs)
  if (E.isLeft(messages)) return messages
  const strays = await needs.storage.evidence.strays()()
  if (E.isLeft(strays)) return strays
  const books = ledger.right.flatMap(({ finding, ...account }) =>
    finding === undefined ? [] : [{ invariant: 'M-1', subject: accountKey(account), finding }],
  )
  const lost = strays.right
    .filter(({ count }) => count > 0)
    .map(({ table, count }) => ({
      invariant: 'D-1',
      subject: table,
      finding: `${count} rows belong to no message`,
    }))
  return E.right({
    accounts: ledger.right.length,
    events: ledger.right.reduce((sum, { events }) => sum + events, 0),
    messages: messages.right.messages,
    violations: [...books, ...messages.right.violations, ...lost],
  })
}
