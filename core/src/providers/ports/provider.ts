import type { ListedTemplate } from '../../templates/domain/listed-template.js'
import type { Channel, Registration, RenderedContent, Sender } from '../../channels/channels.js'
import type { UnsubscribeOffer } from '../../consent/domain/unsubscribe-link.js'
import type { AccountHealth } from '../domain/calls/account-health.js'
import type { NotAttempted, SubmitOutcome, Accepted } from '../domain/calls/outcome.js'
import type { WireLine } from '../domain/calls/wire-line.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { ReceiptReport } from '../domain/receipts/receipt.js'
import type { TemplateCategory } from '../../templates/domain/template.js'
import type { TraceContext } from '../../kernel/tracing/trace-context.js'
import type { ProviderAccount, ProviderKind } from '../../tenancy/domain/service-configuration.js'
import type { SettingsForms } from '../../tenancy/domain/settings-form.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { CallbackReader } from './provider-callback.js'
import type { ProviderSink } from './provider-reports.js'

/** A rendered message to submit to a provider. */
export interface ProviderSubmission {
  /** Our reference; passed to the provider if its protocol has a field for it. */
  readonly messageId: MessageId
  readonly to: string
  readonly recipientName: string | undefined
  readonly sender: Sender
  readonly content: RenderedContent
  /** The vendor's registration of the text, which some providers need; undefined if there is none. */
  readonly registration: Registration | undefined
  readonly category: TemplateCategory
  /**
   * The OTP by itself, if the message carries one, for a provider that also shows it as a button. Apart from
   * the text it must appear nowhere: not in a log, an error or a report (docs/api/otp#otp-request).
   */
  readonly otp: string | undefined
  /** The message is useless after this moment; pass it on if the provider supports an expiry. */
  readonly expiresAtMs: EpochMs
  /**
   * The number of this call for the message, from 1. Derive values that differ between calls from it and
   * `messageId`.
   */
  readonly attempt: number
  /**
   * The bounce address of an email, unique to this message. Undefined if the account has no `bounceDomain`.
   */
  readonly bounceAddress: string | undefined
  /**
   * The link with which the recipient of a promotional email ends such emails. Undefined for other messages
   * (docs/api/delivery#unsubscribe-links).
   */
  readonly unsubscribe: UnsubscribeOffer | undefined
  /**
   * The ids that connect the message's log lines. A provider that is called over HTTP gets `traceparent` as
   * an unchanged header; anything that the recipient can read must not contain it (docs/decisions/0036).
   */
  readonly trace: TraceContext
  /**
   * Receives the wire exchange for this message as it happens: one or more lines of ours, and of the
   * provider's response if there is one. Lines must not contain secrets of the account or message content;
   * they may contain the recipient. It never throws. Absent for messages of tenants: nothing is recorded
   * then.
   */
  readonly onWire?: ((line: WireLine) => void) | undefined
  /**
   * Receives the provider's response if it accepted the message after the call's time-out, so that its identifiers
   * are known to later delivery reports. It never throws.
   */
  readonly onLate?: ((accepted: Accepted) => void) | undefined
}

/** A call with an unknown outcome, as a query to its provider. */
export interface ProviderQuestion {
  readonly messageId: MessageId
  readonly to: string
  /** The sender with which the message was sent; undefined if it is unknown. */
  readonly sender: Sender | undefined
  /** When the call started. */
  readonly startedAtMs: EpochMs
  /** Its known identifiers, for parts in order; may be empty. */
  readonly providerMessageIds: readonly string[]
}

/** A provider's response to the query whether it has a message. */
export type StatusQueryOutcome =
  | Accepted
  /**
   * It doesn't have the message. This is trusted only after the call has ended, or after its time-out and a
   * margin; before that, the message may still arrive.
   */
  | { readonly _tag: 'NotAccepted' }
  | { readonly _tag: 'CannotTell'; readonly detail: string }
  /**
   * It has the message and reports the status of it or of its parts. These are stored and used like reports
   * that arrive by themselves.
   */
  | { readonly _tag: 'Reported'; readonly reports: readonly ReceiptReport[] }

/** An open account at a provider. */
export interface Provider {
  /** Whether the provider recognizes a repeated submit of the same messageId and sends it once. */
  readonly deduplicates: boolean
  /** The provider reports no deliveries: usually, nothing more is heard of a message that it took. */
  readonly reportsNothing?: true
  /** The domain of bounce addresses for undeliverable emails: each submission then has one. */
  readonly bounceDomain?: string
  /**
   * Submits one message. Always resolves within `timeoutMs` and never rejects. After a time-out it returns
   * NotAttempted if certainly no part of the message was sent, TransientFailure if it was certainly not
   * taken, and otherwise OutcomeUnknown.
   */
  submit(submission: ProviderSubmission, timeoutMs: number): Promise<SubmitOutcome>
  /** How many concurrent calls it supports, if that may be less than the account's `maxConcurrent`. */
  readonly concurrency?: number
  /**
   * Queries whether the provider has the message; absent if it can't be queried. Always resolves within
   * `timeoutMs`.
   */
  readonly ask?: (question: ProviderQuestion, timeoutMs: number) => Promise<StatusQueryOutcome>
  /**
   * How long after it took a message it is queried for a report, if no final one has arrived; then again each
   * time the message's age doubles. Absent: never.
   */
  readonly askAfterMs?: number
  /**
   * The current health of the account. The argument is derived from its last calls; open sessions may show
   * more. Absent: the last calls are all that is known.
   */
  readonly health?: (byCalls: AccountHealth) => AccountHealth
  /**
   * Opens a session, or finds an open one, without sending anything; returns the obstacle, if any. Absent:
   * there are no sessions. Always resolves within `timeoutMs`.
   */
  readonly connect?: (timeoutMs: number) => Promise<NotAttempted | undefined>
  /**
   * Lists the account's templates at its vendor. Rejects with a reason without secrets. Absent if the vendor
   * has no templates.
   */
  readonly readTemplates?: (timeoutMs: number) => Promise<readonly ListedTemplate[]>
  /** Finishes calls in progress and closes connections. */
  close(): Promise<void>
}

/** The properties that decide whether an account can be opened. */
export type AccountForm = Pick<ProviderAccount, 'settings' | 'maxConcurrent'>

/**
 * Opens accounts of one kind of provider. Adapters: sandbox, SMTP, SMPP; a kind exists if it has an opener
 * (docs/decisions/0043).
 * @example
 * ```ts
 * import { closed } from '@postrider/core/kernel/codecs/shape'
 * import { text } from '@postrider/core/kernel/codecs/text'
 * import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
 *
 * const url = text({ pattern: /^https:\/\/\S+$/, description: 'Where it takes messages.' })
 *
 * // SMS through a gateway that takes them over HTTP and never reports.
 * const gateway: ProviderOpener = {
 *   kind: 'http-gateway',
 *   carries: ['sms'],
 *   forms: [{ title: 'Gateway', settings: closed({ url }, {}), secrets: closed({}, { token: text() }) }],
 *   decidesRoute: (setting) => setting === 'url',
 *   check: ({ settings }) => (URL.canParse(String(settings['url'])) ? undefined : 'url is no address'),
 *   open: ({ settings }, { token = '' }) => ({
 *     deduplicates: false,
 *     reportsNothing: true,
 *     submit: async ({ messageId, to, content }, timeoutMs) => {
 *       const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
 *       const body = JSON.stringify({ to, text: content.text })
 *       try {
 *         const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) }
 *         const { status } = await fetch(String(settings['url']), init)
 *         if (status < 300) return { _tag: 'Accepted', providerMessageIds: [messageId] }
 *         const detail = `the gateway responded with ${status}`
 *         if (status === 429) return { _tag: 'TransientFailure', detail }
 *         return { _tag: 'PermanentFailure', failureCode: 'provider_rejected', detail }
 *       } catch {
 *         return { _tag: 'OutcomeUnknown', detail: 'the gateway did not answer' }
 *       }
 *     },
 *     close: async () => undefined,
 *   }),
 * }
 * ```
 */
export interface ProviderOpener {
  /** Two to 24 lower-case letters, digits and hyphens; unique among openers. */
  readonly kind: ProviderKind
  /** The channels that its accounts can carry; absent: every channel. */
  readonly carries?: readonly Channel[]
  /** Reads HTTP callbacks for accounts of the kind; absent: they have no callback URL. */
  readonly callbacks?: CallbackReader
  /**
   * An open account receives reports over its own connection. Each dispatcher opens the enabled accounts at
   * its start, and keeps them open until they are disabled. Absent: the first message for an account opens
   * it.
   */
  readonly listens?: true
  /** Open accounts have `readTemplates`. */
  readonly readsTemplates?: true
  /** The settings and secrets of its accounts, and which of them are required. */
  readonly forms: SettingsForms
  /**
   * Whether a setting decides where or how an account's secrets are sent (host, port, TLS, address, method,
   * fields, headers). If it changes, the secrets must be given again; otherwise they could be redirected.
   */
  decidesRoute(setting: string): boolean
  /**
   * Checks settings and secrets that are valid one by one; returns the problem in a sentence without secrets.
   * Undefined: `open` accepts them.
   */
  check(account: AccountForm, secrets: Readonly<Record<string, string>>): string | undefined
  /**
   * Opens an account; `secrets` are the account's, unsealed. It connects lazily: an unreachable provider is
   * an outcome of submit. Throws with a clear message if settings or secrets are invalid. `callbackUrl` is
   * the URL for the provider's reports, if the kind has `callbacks`.
   */
  open(
    account: ProviderAccount,
    secrets: Readonly<Record<string, string>>,
    sink: ProviderSink,
    callbackUrl?: string,
  ): Provider
}
