import type { Channel, Registration, RenderedContent, Sender } from '../../channels/channels.js'
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

/** A rendered message on its way to a provider. */
export interface ProviderSubmission {
  /** Our reference; given to the provider wherever it has a place for one. */
  readonly messageId: MessageId
  readonly to: string
  readonly recipientName: string | undefined
  readonly sender: Sender
  readonly content: RenderedContent
  /** What the channel's vendor registered the text under, which some providers are to hand on; undefined where none did. */
  readonly registration: Registration | undefined
  readonly category: TemplateCategory
  /**
   * The OTP alone, where the message carries one: for a provider that shows it besides, as a button. It stands in the
   * text as well, and nowhere else: not in a log, an error or a report (docs/contract#otp-request).
   */
  readonly otp: string | undefined
  /** After this moment the message is of no use: a provider that can be told is told. */
  readonly expiresAtMs: EpochMs
  /** Which call of the message this is, from 1: what differs from call to call is made of it and of `messageId`. */
  readonly attempt: number
  /** Where a mail comes back to that cannot be delivered, and is known by: of this message alone. Undefined where the account has no `bounceDomain`. */
  readonly bounceAddress: string | undefined
  /**
   * By what the message is found in our log. A provider that is called over HTTP gets `traceparent` as a header, unchanged;
   * whatever the recipient can read has none of it (docs/decisions/0036).
   */
  readonly trace: TraceContext
  /**
   * Is told what is said on the wire for this message, as it is said: a line or more of ours, and of the provider's answer where
   * there is one. No line has a secret of the account in it, nor anything of what the message says; whom it goes to may
   * stand there. It never throws. Absent for messages of tenants: then nothing is made of it.
   */
  readonly onWire?: ((line: WireLine) => void) | undefined
}

/** A call whose outcome is unknown, as its provider is asked about it. */
export interface ProviderQuestion {
  readonly messageId: MessageId
  readonly to: string
  /** Of the message as it would be sent now; undefined where its channel has none any more. */
  readonly sender: Sender | undefined
  /** When the call began. */
  readonly startedAtMs: EpochMs
  /** The identifiers that are known of it, of parts in their order; none where none is. */
  readonly providerMessageIds: readonly string[]
}

/** What a provider answers when asked whether it has a message. */
export type StatusQueryOutcome =
  | Accepted
  /** It does not have it. Believed once the call has ended, or its time-out and a margin are over: else it may come yet. */
  | { readonly _tag: 'NotAccepted' }
  | { readonly _tag: 'CannotTell'; readonly detail: string }
  /** It has it, and says what became of it, or of its parts: as good as reports that come by themselves, and stored as those are. */
  | { readonly _tag: 'Reported'; readonly reports: readonly ReceiptReport[] }

/** An open account at a provider. */
export interface Provider {
  /** Whether a repeated submit of the same messageId is recognised by the provider and sent once. */
  readonly deduplicates: boolean
  /** That no delivery is reported: what the provider took is as a rule the last that is heard of it. */
  readonly reportsNothing?: true
  /** The domain of the addresses that mails come back to which cannot be delivered: each submission then has one. */
  readonly bounceDomain?: string
  /**
   * Hands one message over. Always resolves, never rejects, and within `timeoutMs`: when that is over, with NotAttempted
   * if certainly nothing of the message had left, TransientFailure if it was not taken for certain, else OutcomeUnknown.
   */
  submit(submission: ProviderSubmission, timeoutMs: number): Promise<SubmitOutcome>
  /** How many calls it can have under way at once, where that may be fewer than the account's `maxConcurrent`. */
  readonly concurrency?: number
  /** Asks whether the provider has the message; absent where it cannot be asked. Always resolves, within `timeoutMs`. */
  readonly ask?: (question: ProviderQuestion, timeoutMs: number) => Promise<StatusQueryOutcome>
  /**
   * How long after it took a message it is asked whether there is a report, where no final one has come; then again each time
   * the message is twice as old. Absent: never.
   */
  readonly askAfterMs?: number
  /**
   * How the account stands now, from what its last calls came to; sessions that it keeps open say more. Absent: the last calls
   * say all that is known.
   */
  readonly health?: (byCalls: AccountHealth) => AccountHealth
  /**
   * Opens a session, or finds one open, and sends nothing over it; says what stood in the way, if so. Absent: there are no
   * sessions. Always resolves, within `timeoutMs`.
   */
  readonly connect?: (timeoutMs: number) => Promise<NotAttempted | undefined>
  /** Finishes what is under way and closes connections. */
  close(): Promise<void>
}

/** What decides whether an account can be opened. */
export type AccountForm = Pick<ProviderAccount, 'settings' | 'maxConcurrent'>

/**
 * Opens accounts of one kind of provider. Adapters: sandbox, SMTP, SMPP; a kind is known by having an opener
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
 *         const detail = `the gateway answered ${status}`
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
  /** Two to 24 small letters, digits and hyphens, and no other opener's. */
  readonly kind: ProviderKind
  /** The channels that its accounts can carry; absent: every channel. */
  readonly carries?: readonly Channel[]
  /**
   * That accounts of the kind are reported to over HTTP; absent: they have no address for that.
   */
  readonly callbacks?: CallbackReader
  /**
   * That an open account hears its provider's reports by itself: each dispatcher then opens the enabled ones when it starts, and
   * has them open until they are disabled. Absent: an account is opened by the first message for it.
   */
  readonly listens?: true
  /** What its accounts are told: the settings and secrets that they can have, and which of them they need. */
  readonly forms: SettingsForms
  /**
   * Whether a setting decides where or how an account's secrets travel (host, port, TLS, address, method, fields,
   * headers): they are asked for again when it changes, so that nobody can have them sent elsewhere.
   */
  decidesRoute(setting: string): boolean
  /**
   * What is wrong with settings and secrets that their form takes one by one, in a sentence that repeats no secret;
   * undefined where nothing is: then `open` takes them.
   */
  check(account: AccountForm, secrets: Readonly<Record<string, string>>): string | undefined
  /**
   * Opens an account; `secrets` are the account's, unsealed. Connects lazily: an unreachable provider is an
   * outcome of submit. Throws with a clear sentence when settings or secrets are not of the form it needs. `callbackUrl` is
   * where the provider may report to, where the kind has `callbacks`.
   */
  open(
    account: ProviderAccount,
    secrets: Readonly<Record<string, string>>,
    sink: ProviderSink,
    callbackUrl?: string,
  ): Provider
}
