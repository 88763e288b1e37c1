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

/** The provider's response to a message that matches a rule. */
export type ScriptedAnswer =
  /** Accepts it and reports this status: by default `delivered`, with `nothing` no report at all. */
  | { readonly takes: true; readonly reports?: ReceiptStatus | 'nothing' }
  /** Refuses it permanently. */
  | { readonly refuses: FailureCode }
  /** Doesn't accept it this time, but may later. */
  | { readonly isBusyFor: number }
  /** Accepts it or not, without a response. */
  | { readonly isSilent: true }

/**
 * The outcome of some messages. The first matching rule applies; a rule that was used `times` times no longer
 * matches.
 */
export interface ScriptedRule {
  readonly channel?: Channel
  /** The whole recipient address or a pattern for it; default: any recipient. */
  readonly to?: string | RegExp
  readonly times?: number
  readonly answer: ScriptedAnswer
}

/** A message that the provider accepted, as its recipient reads it. */
export interface InboxEntry {
  readonly messageId: MessageId
  readonly channel: Channel
  readonly from: string
  readonly to: string
  readonly text: string
  /** Only for emails. */
  readonly subject?: string
  /** The code, if the message has one. */
  readonly otp: string | undefined
  readonly takenAtMs: EpochMs
}

/**
 * A provider that follows rules, in place of the sandbox: it serves every account of the test environment.
 */
export interface ScriptedProvider extends ProviderAdapter {
  /** The messages that it accepted, oldest first. */
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

/** Finds the first matching rule, and uses it once. */
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
 * Creates a provider that follows rules, in place of the sandbox. It accepts messages without a rule, and
 * reports them as delivered.
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
