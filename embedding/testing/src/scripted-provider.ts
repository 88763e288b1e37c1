import type { Channel } from '@postrider/core/channels/channels'
import { mainPartOf, readingOf } from '@postrider/core/channels/own-records'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { ProviderOpener, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { sandboxAdapter } from '@postrider/provider-sandbox/sandbox-provider'

/** What the provider does with a message that a rule is about. */
export type ScriptedAnswer =
  /** Takes it, and reports so much: `delivered` where nothing is said, `nothing` for no report at all. */
  | { readonly takes: true; readonly reports?: ReceiptStatus | 'nothing' }
  /** Refuses it for good. */
  | { readonly refuses: FailureCode }
  /** Does not take it this time; later it may. */
  | { readonly isBusyFor: number }
  /** Takes it or not, and does not say. */
  | { readonly isSilent: true }

/** What becomes of some messages. The first rule that fits decides; a rule that was used `times` times fits no more. */
export interface ScriptedRule {
  readonly channel?: Channel
  /** The whole address, or what it looks like; whoever it is where nothing is said. */
  readonly to?: string | RegExp
  readonly times?: number
  readonly answer: ScriptedAnswer
}

/** A message that the provider took: as its recipient reads it. */
export interface InboxEntry {
  readonly messageId: MessageId
  readonly channel: Channel
  readonly from: string
  readonly to: string
  readonly text: string
  /** Of mails. */
  readonly subject?: string
  /** The code, where the message carries one. */
  readonly otp: string | undefined
  readonly takenAtMs: EpochMs
}

/** A provider that does as it is told, in the place of the sandbox: every account of the test environment is one of its. */
export interface ScriptedProvider extends ProviderAdapter {
  /** What it took, oldest first. */
  inbox(): readonly InboxEntry[]
}

const fits = ({ channel, to }: ScriptedRule, submission: ProviderSubmission): boolean => {
  if (channel !== undefined && channel !== submission.content.channel) return false
  return to === undefined || (typeof to === 'string' ? to === submission.to : to.test(submission.to))
}

const messageOf = (submission: ProviderSubmission, takenAtMs: EpochMs): InboxEntry => {
  const { messageId, to, sender, content, otp } = submission
  const { text, subject } = readingOf(content)
  const from = mainPartOf(sender).value
  const mail = subject === undefined ? {} : { subject }
  return { messageId, channel: content.channel, from, to, text, ...mail, otp, takenAtMs }
}

const outcomeOf = (answer: ScriptedAnswer, messageId: MessageId): SubmitOutcome => {
  if ('refuses' in answer)
    return { _tag: 'PermanentFailure', failureCode: answer.refuses, detail: 'a rule refuses it' }
  if ('isBusyFor' in answer)
    return { _tag: 'TransientFailure', detail: 'a rule makes it wait', retryAfterMs: answer.isBusyFor }
  if ('isSilent' in answer) return { _tag: 'OutcomeUnknown', detail: 'a rule answers nothing' }
  return { _tag: 'Accepted', providerMessageIds: [`scripted-${messageId}`] }
}

/** Finds the first rule that fits, and uses it up by one. */
const followRules = (rules: readonly ScriptedRule[]) => {
  const used = rules.map(() => 0)
  return (submission: ProviderSubmission): ScriptedAnswer => {
    const index = rules.findIndex((rule, at) => {
      const { times = Infinity } = rule
      return (used[at] ?? 0) < times && fits(rule, submission)
    })
    if (index >= 0) used[index] = (used[index] ?? 0) + 1
    return rules[index]?.answer ?? { takes: true }
  }
}

const report = (
  sink: ProviderSink,
  providerAccountId: ProviderAccountId,
  { messageId, to }: ProviderSubmission,
  status: ReceiptStatus,
  { nowMs }: Clock,
): Promise<void> =>
  sink({
    reports: [
      {
        providerAccountId,
        messageId,
        providerMessageId: `scripted-${messageId}`,
        recipient: to,
        status,
        failureCode: status === 'undelivered' ? 'recipient_unreachable' : undefined,
        providerTimeMs: nowMs(),
        eventKey: `${messageId}-${status}`,
        raw: JSON.stringify({ messageId, status }),
      },
    ],
  })

/**
 * Makes a provider that answers by rules, in the place of the sandbox: it takes what no rule is about, and reports it delivered.
 * @example
 * ```ts
 * import { scriptedProvider } from '@postrider/testing/scripted-provider'
 *
 * const provider = scriptedProvider([
 *   { to: '+447400123456', times: 2, answer: { isBusyFor: 30_000 } },
 *   { channel: 'email', answer: { refuses: 'provider_rejected' } },
 * ])
 * ```
 */
export const scriptedProvider = (rules: readonly ScriptedRule[] = []): ScriptedProvider => {
  const answerTo = followRules(rules)
  const taken: InboxEntry[] = []
  const { kind, forms } = sandboxAdapter
  const openerWith = (clock: Clock, timers: Timers): ProviderOpener => ({
    kind,
    forms,
    decidesRoute: () => false,
    check: () => undefined,
    open: ({ providerAccountId }, _secrets, sink) => ({
      deduplicates: false,
      submit: async (submission) => {
        const answer = answerTo(submission)
        const outcome = outcomeOf(answer, submission.messageId)
        if (outcome._tag === 'Accepted') taken.push(messageOf(submission, clock.nowMs()))
        const status = 'takes' in answer ? (answer.reports ?? 'delivered') : 'nothing'
        if (status !== 'nothing')
          timers.soon(() => void report(sink, providerAccountId, submission, status, clock))
        return outcome
      },
      close: () => Promise.resolve(),
    }),
  })
  return {
    kind,
    forms,
    opener: ({ clock, timers }) => openerWith(clock, timers),
    inbox: () => [...taken],
  }
}
