import { setTimeout as sleep } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import type {
  AcceptanceFacts,
  AcceptancePlan,
  AcceptanceStorage,
} from '@postrider/core/messaging/ports/acceptance-storage'
import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type { DispatchStorage } from '@postrider/core/messaging/ports/dispatch-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'

/**
 * Deliberate faults that the checks must find:
 * - `no-fencing`: leases and started attempts are ignored, so that an interrupted call is made again;
 * - `answers-before-commit`: the 202 is sent first and the write comes a little later;
 * - `wrong-books`: a settlement takes one unit more from the account than its ledger event has;
 * - `sends-twice`: the provider is called twice for every message.
 */
export const SABOTAGES = ['no-fencing', 'answers-before-commit', 'wrong-books', 'sends-twice'] as const

export type Sabotage = (typeof SABOTAGES)[number]

const WRITE_BEHIND_MS = 150

const forgetful = ({ message, claim, refusals }: LockedMessage): LockedMessage => ({
  claim,
  refusals,
  message: { ...message, leaseUntilMs: 0 },
  lastAttempt: undefined,
})

const withoutFencing = (dispatch: DispatchStorage): DispatchStorage => ({
  ...dispatch,
  claim: (messageIds, decide, waits) =>
    dispatch.claim(
      messageIds,
      (locked, dead, held) =>
        decide(new Map([...locked].map(([messageId, one]) => [messageId, forgetful(one)])), dead, held),
      waits,
    ),
})

const withWrongBooks = (dispatch: DispatchStorage): DispatchStorage => ({
  ...dispatch,
  work: (items, decide, waits) =>
    dispatch.work(
      items,
      (known, held) => {
        const plan = decide(known, held)
        const accounts = plan.accounts.map((account) => ({
          ...account,
          postedMinor: account.postedMinor - 1,
        }))
        return { ...plan, accounts }
      },
      waits,
    ),
})

const answeringEarly = (acceptance: AcceptanceStorage): AcceptanceStorage => ({
  ...acceptance,
  accept:
    <A>(
      query: Parameters<AcceptanceStorage['accept']>[0],
      decide: (known: AcceptanceFacts) => AcceptancePlan<A>,
    ) =>
    async () => {
      const judged = await acceptance.accept(query, (known) => writingNothing(decide(known).result))()
      if (E.isRight(judged)) void sleep(WRITE_BEHIND_MS).then(acceptance.accept(query, decide))
      return judged
    },
})

/** Storage with the fault in it, or unchanged for other faults. */
export const sabotagedStorage = (storage: Storage, sabotage: Sabotage | undefined): Storage => {
  switch (sabotage) {
    case 'no-fencing':
      return { ...storage, dispatch: withoutFencing(storage.dispatch) }
    case 'wrong-books':
      return { ...storage, dispatch: withWrongBooks(storage.dispatch) }
    case 'answers-before-commit':
      return { ...storage, acceptance: answeringEarly(storage.acceptance) }
    default:
      return storage
  }
}

/** The provider with the fault in it, or unchanged for other faults. */
export const sabotagedProvider = (opener: ProviderOpener, sabotage: Sabotage | undefined): ProviderOpener =>
  sabotage !== 'sends-twice'
    ? opener
    : {
        ...opener,
        open: (account, secrets, sink) => {
          const provider = opener.open(account, secrets, sink)
          return {
            ...provider,
            submit: async (submission, timeoutMs) => {
              await provider.submit(submission, timeoutMs)
              return provider.submit(submission, timeoutMs)
            },
          }
        },
      }
