import type { BatchFailed } from '@postrider/core/kernel/refusals/outage'
import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import { budgetUseKey } from '@postrider/core/ledger/domain/budgets/budget'
import { acceptedChange } from '@postrider/core/messaging/domain/message-changes'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import { prefixKey } from '@postrider/core/otp/domain/breaker'
import { appliedSuppressions } from '@postrider/core/consent/domain/applied-suppression'
import { suppressionKey } from '@postrider/core/consent/domain/suppression'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { E } from '@postrider/core/fp'
import type {
  AcceptancePlan,
  AcceptanceQuery,
  AcceptanceFacts,
  AcceptanceStorage,
} from '@postrider/core/messaging/ports/acceptance-storage'
import type { Calls } from './calls.js'
import { noteChange } from './feed.js'
import { isUnsent } from './otp.js'
import { changesIn, type MemoryTables, putAccounts } from './tables.js'
import type { UnitLocks } from './unit-locks.js'
import { breaksRules } from './row-rules.js'

const refused: BatchFailed = { _tag: 'BatchFailed', cause: 'a row is refused' }

const isRefused = (tables: MemoryTables, { acceptances, accounts }: AcceptancePlan<unknown>): boolean =>
  breaksRules(tables, {
    messageIds: acceptances.map(({ message }) => message.messageId),
    events: acceptances.map(({ reservation }) => reservation),
    accounts,
  })

const write = (tables: MemoryTables, plan: AcceptancePlan<unknown>): void => {
  const { acceptances, accounts } = plan
  for (const { key, material, message, reservation } of acceptances) {
    const { messageId, acceptedAtMs, charge, lane } = message
    if (tables.accepted.has(key)) throw new Error(`key ${key} was written twice`)
    tables.accepted.set(key, { key, material, messageId, acceptedAtMs, charge, lane })
    tables.messages.set(messageId, message)
    tables.events.push(reservation)
    tables.outbox.set(messageId, { message, dueAtMs: acceptedAtMs, publications: 0 })
  }
  if (acceptances.length > 0) putAccounts(tables, accounts)
  for (const receipt of plan.receipts) {
    if (tables.batches.has(receipt.key)) throw new Error(`batch ${receipt.key} was written twice`)
    tables.batches.set(receipt.key, receipt)
  }
  for (const use of plan.budgetUses) tables.budgetUses.set(budgetUseKey(use), use)
  for (const count of plan.prefixCounts) {
    const place = `${prefixKey(count)}/${count.sliceMs}`
    const verified = tables.prefixCounts.get(place)?.verified ?? 0
    tables.prefixCounts.set(place, { ...count, verified })
  }
  for (const block of plan.prefixBlocks) tables.prefixBlocks.set(prefixKey(block), block)
  beginChallenges(tables, plan.challenges)
  noteChange(tables, acceptedChange(plan))
}

const beginChallenges = (
  { challenges }: MemoryTables,
  begun: AcceptancePlan<unknown>['challenges'],
): void => {
  for (const challenge of begun) challenges.set(challenge.messageId, challenge)
}

const among = <V>(all: ReadonlyMap<string, V>, keys: readonly string[]): ReadonlyMap<string, V> =>
  new Map([...all].filter(([key]) => keys.includes(key)))

const otpsOf = (tables: MemoryTables, query: AcceptanceQuery['otps']) => {
  const { destinations = [], prefixes = [], sentSinceMs = 0, countedSinceMs = 0 } = query ?? {}
  const sendsTo = (destination: Digest) =>
    [...tables.challenges.values()]
      .filter((one) => one.destination === destination && one.createdAtMs > sentSinceMs)
      .filter(({ messageId }) => !isUnsent(tables, messageId))
      .map(({ appId, createdAtMs }) => ({ appId, createdAtMs }))
  const factsOf = (key: string) => ({
    counts: [...tables.prefixCounts.values()].filter(
      (count) => prefixKey(count) === key && count.sliceMs >= countedSinceMs,
    ),
    block: tables.prefixBlocks.get(key),
  })
  return {
    otpsSent: new Map(destinations.map((destination) => [destination, sendsTo(destination)])),
    prefixes: new Map(prefixes.map(prefixKey).map((key) => [key, factsOf(key)])),
  }
}

const gather = (tables: MemoryTables, query: AcceptanceQuery): AcceptanceFacts => ({
  changes: changesIn(tables, query.organizations),
  isHeld: tables.installation.hold !== undefined,
  accepted: among(tables.accepted, query.keys),
  receipts: new Map([...among(tables.batches, query.receipts)].map(([key, { material }]) => [key, material])),
  accounts: among(tables.accounts, query.accounts.map(accountKey)),
  budgetUses: among(tables.budgetUses, query.budgets.map(budgetUseKey)),
  suppressed: among(
    appliedSuppressions(tables.suppressions.values()),
    query.suppressions.map(suppressionKey),
  ),
  optedIn: new Map(
    query.optIns.map(suppressionKey).map((key) => [key, tables.optIns.get(key)?.grants ?? []]),
  ),
  ...otpsOf(tables, query.otps),
})

/** Acceptances in memory; rows that `isPoison` points at are refused, with the whole batch. */
export const memoryAcceptance = (
  tables: MemoryTables,
  calls: Calls,
  locks: UnitLocks,
  isPoison: (acceptance: NewAcceptance) => boolean,
): Partial<AcceptanceStorage> => ({
  inspect: (query) => calls.reading('inspect', () => gather(tables, query)),
  accept: (query, decide) => async () => {
    await locks.acceptance()
    const plan = decide(gather(tables, query))
    if (plan.acceptances.some(isPoison) || isRefused(tables, plan)) return E.left(refused)
    return calls.writing('accept', () => {
      const decided = decide(gather(tables, query))
      write(tables, decided)
      return decided.result
    })()
  },
  findAccepted: (keys) => calls.reading('findAccepted', () => among(tables.accepted, keys)),
})
