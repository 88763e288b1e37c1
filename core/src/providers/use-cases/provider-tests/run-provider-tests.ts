import type { SubmitOutcome } from '../../domain/calls/outcome.js'
import type { ProviderTestId } from '../../../kernel/ids/id.js'
import {
  mayBeTaken,
  type ProviderTest,
  TAKEN_WITHIN_MS,
  withOutcome,
} from '../../domain/provider-tests/provider-test.js'
import { testContent } from '../../domain/provider-tests/test-content.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E, type TE } from '../../../fp.js'
import type { ProviderTestStorage } from '../../ports/provider-test-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import type { Provider, ProviderSubmission } from '../../ports/provider.js'
import { answerInTime, emitFailure, GRACE_MS, LEASE_MARGIN_MS, openAccount } from '../calls/query-status.js'
import { bounceAddressOf } from '../calls/bounce-address-of.js'
import type { CallCapacity } from '../calls/call-capacity.js'
import type { OpenProviders } from '../calls/open-providers.js'
import { keepTranscript } from './keep-transcript.js'

interface Needs {
  readonly storage: { readonly providerTests: ProviderTestStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly keyedDigests: KeyedDigests
  readonly telemetry: EventSink<PartFailed>
}

/** Sends tests of provider accounts (docs/api/admin#provider-tests). */
interface ProviderTestUseCases {
  /** Starts waiting tests that no other process has taken; right: how many. */
  run(): TE.TaskEither<Outage, number>
  /** Resolves when no test is running. */
  idle(): Promise<void>
}

/** How long a test waits for a slot among the account's calls. */
const WAITS_MS = 10 * SECOND_MS

/** The text is useless to the requester after this time. */
const OF_USE_MS = 10 * MINUTE_MS

/** No one's messages wait behind a test. */
const WAITER = { lane: 'transactional', organizationId: undefined } as const

const NO_PLACE: SubmitOutcome = { _tag: 'NotAttempted', detail: 'no connection was free in time' }
const UNOPENED: SubmitOutcome = {
  _tag: 'NotAttempted',
  detail: 'the account could not be opened, or is being reopened',
}
const GONE: SubmitOutcome = { _tag: 'NotAttempted', detail: 'the account was paused' }
const NO_ANSWER: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'the provider did not respond' }

const submissionOf = (
  needs: Needs,
  { messageId, to, sender, channel, registration }: ProviderTest,
  target: { readonly account: ProviderAccount; readonly provider: Provider },
  onWire: ProviderSubmission['onWire'],
): ProviderSubmission => ({
  messageId,
  to,
  recipientName: undefined,
  sender,
  content: testContent(channel, registration),
  registration,
  category: 'transactional',
  otp: undefined,
  expiresAtMs: needs.clock.nowMs() + OF_USE_MS,
  attempt: 1,
  bounceAddress: bounceAddressOf(needs, target, messageId),
  unsubscribe: undefined,
  trace: UNTRACED,
  onWire,
})

/** Makes the call once there is a slot, at the account's rate. */
const call = async (
  needs: Needs,
  { slot: slotFor, rates }: CallCapacity,
  target: { readonly account: ProviderAccount; readonly provider: Provider },
  test: ProviderTest,
  onWire: ProviderSubmission['onWire'],
): Promise<SubmitOutcome> => {
  const { account, provider } = target
  const untilMs = needs.clock.nowMs() + WAITS_MS
  const slot = slotFor(target, WAITER)
  if (slot === undefined || !(await slot.take(untilMs))) return NO_PLACE
  try {
    if (!(await rates.take(account, WAITER.lane, 1, untilMs))) return NO_PLACE
    const submission = submissionOf(needs, test, target, onWire)
    const submit = () => provider.submit(submission, account.timeoutMs)
    const about = { messageId: test.messageId, trace: UNTRACED }
    return await answerInTime(needs, account.timeoutMs + GRACE_MS, submit, NO_ANSWER, about)
  } finally {
    slot.leave()
  }
}

/**
 * Sends waiting tests through the accounts that this process has open. A test is taken by one process, once:
 * if that process stops, the outcome stays unknown, and the test is never sent again.
 */
export const runProviderTests = (
  needs: Needs,
  providers: OpenProviders,
  capacity: CallCapacity,
): ProviderTestUseCases => {
  const { storage, clock } = needs
  const underWay = new Set<Promise<void>>()

  /** Takes the test; undefined if another process did, or if it has expired. */
  const take = (testId: ProviderTestId) =>
    storage.units.transact<never, { test: ProviderTest; account: ProviderAccount | undefined } | undefined>(
      'shared',
      async (unit) => {
        const test = await unit.providerTests.lock(testId)
        const nowMs = clock.nowMs()
        if (test === undefined || !mayBeTaken(test, nowMs)) return E.right(undefined)
        const account = await unit.providerAccounts.lock(test.providerAccountId)
        const leaseUntilMs = nowMs + WAITS_MS + (account?.timeoutMs ?? 0) + LEASE_MARGIN_MS
        const taken = { ...test, state: 'sending', leaseUntilMs } as const
        unit.providerTests.replace(taken)
        return E.right({ test: taken, account })
      },
    )()

  const send = async (test: ProviderTest, account: ProviderAccount | undefined): Promise<void> => {
    const transcript = keepTranscript(needs, test)
    const end = (outcome: SubmitOutcome, isReported = false): Promise<void> =>
      transcript.end((now) => withOutcome(now, outcome, isReported))
    if (account?.status !== 'enabled') return end(GONE)
    const provider = openAccount(needs, providers, account)
    if (provider === undefined) return end(UNOPENED)
    const outcome = await call(needs, capacity, { account, provider }, test, transcript.hear)
    return end(outcome, provider.reportsNothing !== true)
  }

  const begin = (test: ProviderTest, account: ProviderAccount | undefined): void => {
    const sent = send(test, account).catch((cause: unknown) => emitFailure(needs, 'provider', cause))
    underWay.add(sent)
    void sent.finally(() => underWay.delete(sent))
  }

  return {
    run: () => async () => {
      const waiting = await storage.providerTests.waiting(clock.nowMs() - TAKEN_WITHIN_MS)()
      if (E.isLeft(waiting)) return waiting
      let begun = 0
      for (const testId of capacity.isShut() ? [] : waiting.right) {
        const taken = await take(testId)
        if (E.isLeft(taken)) return taken
        if (taken.right === undefined) continue
        begin(taken.right.test, taken.right.account)
        begun += 1
      }
      return E.right(begun)
    },
    idle: async () => {
      await Promise.all(underWay)
    },
  }
}
