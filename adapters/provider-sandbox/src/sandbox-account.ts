import { mainPartOf } from '@postrider/core/channels/own-records'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type {
  StatusQueryOutcome,
  Provider,
  ProviderQuestion,
  ProviderSubmission,
} from '@postrider/core/providers/ports/provider'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import type { Random } from '@postrider/core/kernel/ports/random'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { decideSubmission, decideAnswer, type SandboxDecision, type Delays } from './decide.js'
import { openInbox } from './inbox.js'
import { createBatcher, type PendingAnswer } from './batcher.js'
import { openJournal } from './journal.js'
import { createJournalMemory } from './journal-memory.js'
import { createReporter } from './reporter.js'
import { createStore, NO_DIRECTORY, type Store } from './store.js'

export interface SandboxAccountNeeds {
  readonly account: ProviderAccountId
  /** The prefixes of the numbers that it serves; undefined: all. */
  readonly serves: readonly string[] | undefined
  readonly dataDir: string
  /** The name of a separate inbox; undefined: the shared one. */
  readonly inboxName: string | undefined
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly sink: ProviderSink
  /** Chosen for each message. */
  readonly delays: () => Delays
  /** The account's declared feature; in fact it always recognizes repeats. */
  readonly deduplicates: boolean
}

const notAttempted = (detail: string): SubmitOutcome => ({ _tag: 'NotAttempted', detail })
const cannotTell = (detail: string): StatusQueryOutcome => ({ _tag: 'CannotTell', detail })
const TOO_LATE: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'the sandbox did not respond in time' }
const UNWRITTEN = notAttempted('the sandbox could not write its journal')

const causeOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Waits for the decision, and for the sandbox's response delay, but not longer than the timeout. */
const answerWithin = (
  { answer, withdraw }: PendingAnswer<SandboxDecision>,
  timeoutMs: number,
  timers: Timers,
): Promise<SubmitOutcome> =>
  new Promise((resolve) => {
    const cancel = timers.after(timeoutMs, () => {
      resolve(withdraw() ? notAttempted('the sandbox was too busy') : TOO_LATE)
    })
    const finish = (outcome: SubmitOutcome): void => {
      cancel()
      resolve(outcome)
    }
    void answer.then(({ outcome, answerAfterMs }) => {
      if (answerAfterMs === 0) finish(outcome)
      else if (answerAfterMs < timeoutMs) timers.after(answerAfterMs, () => finish(outcome))
    })
  })

/** The sandbox's knowledge of the message; unknown if it takes too long or the disk fails. */
const tellWithin = (
  find: () => Promise<StatusQueryOutcome>,
  timeoutMs: number,
  timers: Timers,
): Promise<StatusQueryOutcome> =>
  new Promise((resolve) => {
    const cancel = timers.after(timeoutMs, () => resolve(cannotTell('the sandbox did not respond in time')))
    const finish = (outcome: StatusQueryOutcome): void => {
      cancel()
      resolve(outcome)
    }
    void find().then(finish, (error: unknown) => finish(cannotTell(`${NO_DIRECTORY}: ${causeOf(error)}`)))
  })

/** Decides about submissions, returns outcomes only once they are on disk, and plans the reports. */
const answering =
  (
    store: Store,
    decideOne: (submission: ProviderSubmission) => SandboxDecision,
    planOne: (decision: SandboxDecision) => void,
  ) =>
  async (submissions: readonly ProviderSubmission[]): Promise<readonly SandboxDecision[]> => {
    try {
      await store.refresh()
    } catch (error) {
      const outcome = notAttempted(`${NO_DIRECTORY}: ${causeOf(error)}`)
      return submissions.map(() => ({ outcome, answerAfterMs: 0 }))
    }
    const decisions = submissions.map(decideOne)
    if (!(await store.keep(decisions))) {
      return decisions.map((decision) =>
        decision.record === undefined ? decision : { outcome: UNWRITTEN, answerAfterMs: 0 },
      )
    }
    for (const decision of decisions) planOne(decision)
    return decisions
  }

/**
 * Shows the wire traffic that it would have: its record of the message, without the text, and its response.
 */
const heardAnswer = async (
  { messageId, to, sender, content }: ProviderSubmission,
  onWire: NonNullable<ProviderSubmission['onWire']>,
  answered: Promise<SubmitOutcome>,
): Promise<SubmitOutcome> => {
  const { channel, text } = content
  const written = { messageId, channel, to, from: mainPartOf(sender).value, characters: text.length }
  onWire({ direction: 'out', text: JSON.stringify(written) })
  const outcome = await answered
  onWire({ direction: 'in', text: JSON.stringify(outcome) })
  return outcome
}

/** An account of the sandbox. Promises from before a crash are kept by the next process that opens it. */
export const openSandboxAccount = (needs: SandboxAccountNeeds): Provider => {
  const { account, dataDir, inboxName, clock, timers, random, sink, delays, deduplicates } = needs
  const memory = createJournalMemory()
  const inbox = openInbox(dataDir, inboxName)
  const underWay = new Set<Promise<unknown>>()
  let closed = false

  const store: Store = createStore({
    memory,
    inbox,
    clock,
    timers,
    open: () => openJournal({ dataDir, account, memory, clock }),
    onInherited: (taken) => reporter.plan(taken),
  })
  const reporter = createReporter({ account, inbox, sink, clock, timers, random, note: store.note })

  const decideOne = (submission: ProviderSubmission): SandboxDecision => {
    const decision = decideSubmission(memory, needs, submission, clock.nowMs(), delays())
    const { record } = decision
    if (record?.kind === 'taken') memory.hold(record)
    else if (record !== undefined) memory.learn(record)
    return decision
  }
  const planOne = ({ record }: SandboxDecision): void => {
    const taken = record?.kind === 'taken' ? memory.held(record.messageId) : undefined
    if (taken !== undefined) reporter.plan(taken)
  }
  const batcher = createBatcher(timers, answering(store, decideOne, planOne))

  const tell = async ({ messageId, to }: ProviderQuestion): Promise<StatusQueryOutcome> => {
    await store.refresh()
    return decideAnswer(memory, account, messageId, to)
  }
  const track = async <A>(work: Promise<A>): Promise<A> => {
    underWay.add(work)
    try {
      return await work
    } finally {
      underWay.delete(work)
    }
  }
  return {
    deduplicates,
    submit: async (submission, timeoutMs) => {
      if (closed) return notAttempted('the sandbox is closed')
      const answered = track(answerWithin(batcher.ask(submission), timeoutMs, timers))
      return submission.onWire === undefined ? answered : heardAnswer(submission, submission.onWire, answered)
    },
    health: (byCalls) => (byCalls.status === 'connecting' ? { ...byCalls, ...store.health() } : byCalls),
    ask: (question, timeoutMs) => track(tellWithin(() => tell(question), timeoutMs, timers)),
    close: async () => {
      closed = true
      await Promise.all(underWay)
      await batcher.idle()
      await reporter.close()
      await store.close()
    },
  }
}
