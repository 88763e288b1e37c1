import { accountKey, type Account, type AccountKey } from '@postrider/core/ledger/domain/account'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { canReserve } from '@postrider/core/ledger/domain/reserve'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { TE } from '@postrider/core/fp'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type {
  AcceptanceQuery,
  AcceptanceFacts,
  AcceptancePlan,
  HeldAccounts,
} from '@postrider/core/messaging/ports/acceptance-storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import type { Storage } from '@postrider/core/assembly/storage'
import { aMessage } from '../../builders/a-message.js'
import { aPosting } from '../../builders/a-posting.js'
import { anAcceptance } from '../../builders/an-acceptance.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { exclusively } from '../unit-work.js'

/** A request to accept a message with an idempotency key. */
export interface AcceptanceRequest {
  readonly key: Digest
  readonly material: Digest
  readonly message: Message
}

export type JudgedRequest =
  | { readonly _tag: 'Accepted'; readonly messageId: MessageId }
  | { readonly _tag: 'Replayed'; readonly messageId: MessageId }
  | { readonly _tag: 'Unaffordable' }

export const aRequest = (overrides: Partial<AcceptanceRequest> = {}): AcceptanceRequest => ({
  key: fresh.hex(32),
  material: fresh.hex(32),
  message: aMessage(),
  ...overrides,
})

/** The account that pays for the message. */
export const payingAccountOf = (message: Message): AccountKey => ({
  organizationId: message.organizationId,
  environment: message.environment,
  currency: message.charge.currency,
})

/**
 * Judges requests as the core does: replays accepted ones, refuses those that can't be paid, accepts the
 * rest.
 */
export const judgeRequests =
  (requests: readonly AcceptanceRequest[]) =>
  (known: AcceptanceFacts): AcceptancePlan<readonly JudgedRequest[]> => {
    const charged = new Map<string, Account>()
    const acceptances: NewAcceptance[] = []
    const result = requests.map((request): JudgedRequest => {
      const before = known.accepted.get(request.key)
      if (before !== undefined) return { _tag: 'Replayed', messageId: before.messageId }
      const payer = accountKey(payingAccountOf(request.message))
      const account = charged.get(payer) ?? known.accounts.get(payer)
      if (!canReserve(account, request.message.charge.amountMinor)) return { _tag: 'Unaffordable' }
      const accepted = anAcceptance({ ...request, account })
      acceptances.push(accepted.acceptance)
      charged.set(payer, accepted.account)
      return { _tag: 'Accepted', messageId: request.message.messageId }
    })
    return { ...writingNothing(result), acceptances, accounts: [...charged.values()] }
  }

/** The query for the facts that the requests need. */
export const requestsQueryOf = (requests: readonly AcceptanceRequest[]): AcceptanceQuery => {
  const payers = requests.map((request) => payingAccountOf(request.message))
  return anAcceptanceQuery({
    organizations: [...new Set(requests.map(({ message }) => message.organizationId))],
    keys: [...new Set(requests.map((request) => request.key))],
    accounts: [...new Map(payers.map((payer) => [accountKey(payer), payer])).values()],
  })
}

/** One `accept` for all the requests; by default it waits for accounts that others hold. */
export const accept = (
  storage: Storage,
  requests: readonly AcceptanceRequest[],
  waits = true,
): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed | HeldAccounts, readonly JudgedRequest[]> =>
  storage.acceptance.accept({ ...requestsQueryOf(requests), waits }, judgeRequests(requests))

/** Accepts one request in an `accept` of its own. */
export const acceptOne = async (storage: Storage, request: AcceptanceRequest): Promise<JudgedRequest> => {
  const [answer] = await right(accept(storage, [request]))
  if (answer === undefined) throw new Error('accept answered nothing')
  return answer
}

/** Credits an account. */
export const credit = (storage: Storage, key: AccountKey, amountMinor: number): Promise<Account> =>
  exclusively({ storage }, async (unit) => {
    const { account, event } = aPosting((await unit.ledger.lock(key)) ?? newAccount(key), { amountMinor })
    unit.ledger.post(account, [event])
    return account
  })

/** Credits the message's account and accepts the message. */
export const acceptPaid = async (
  storage: Storage,
  overrides: Partial<Message> = {},
): Promise<AcceptanceRequest> => {
  const request = aRequest({ message: aMessage(overrides) })
  await credit(storage, payingAccountOf(request.message), request.message.charge.amountMinor)
  await acceptOne(storage, request)
  return request
}
