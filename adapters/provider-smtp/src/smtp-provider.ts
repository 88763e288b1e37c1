import { readingOf } from '@postrider/core/channels/own-records'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Provider, ProviderOpener, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderAdapter, ProviderParts } from '@postrider/core/providers/ports/provider-adapter'
import { accountReader } from '@postrider/core/providers/use-cases/account-reader'
import { drainable } from '@postrider/core/providers/use-cases/drainable'
import { composeSubmittedMail } from './compose-mail.js'
import { connectSession } from './connect-session.js'
import { deliverMail } from './deliver-mail.js'
import type { WireHandler } from './hear-connection.js'
import { fetchFromSns } from './notifications/fetch-from-sns.js'
import { sesCallbacks } from './notifications/ses-callbacks.js'
import { createSessionPool, type SessionPool } from './session-pool.js'
import { isRouteSetting, readSmtpSettings, SMTP_FORM, type SmtpSettings } from './smtp-settings.js'
import { present } from '@postrider/core/kernel/present'

const OFFER = { kind: 'smtp', carries: ['email'], forms: [SMTP_FORM] } as const

/** The values that must not be shown: the content of the email, its OTP and the login. */
const hiddenIn = ({ login }: SmtpSettings, { content, otp = '' }: ProviderSubmission): readonly string[] => [
  ...Object.values(readingOf(content)),
  otp,
  ...(login ? [login.user, login.password] : []),
]

/** The receiver of an email's traffic, if any. */
const wireOf = ({ onWire: tell }: ProviderSubmission, hidden: readonly string[]): WireHandler | undefined =>
  tell === undefined ? undefined : { tell, hidden }

const submitTo = async (
  pool: SessionPool,
  settings: SmtpSettings,
  submission: ProviderSubmission,
  timeoutMs: number,
): Promise<SubmitOutcome> => {
  const startedMs = performance.now()
  const mail = await composeSubmittedMail(submission, settings.dkim)
  if ('bytes' in mail) {
    const leftMs = Math.max(0, timeoutMs - (performance.now() - startedMs))
    const hidden = hiddenIn(settings, submission)
    return deliverMail(pool, mail, leftMs, hidden, wireOf(submission, hidden))
  }
  const failureCode = mail.isRecipientAtFault ? 'recipient_invalid' : 'provider_rejected'
  return { _tag: 'PermanentFailure', failureCode, detail: mail.detail }
}

const openAccount = (pool: SessionPool, settings: SmtpSettings): Provider => ({
  deduplicates: false,
  ...(settings.topicArn === undefined ? { reportsNothing: true } : {}),
  concurrency: settings.maxConnections,
  ...present({ bounceDomain: settings.bounceDomain }),
  ...drainable(
    (submission, timeoutMs) => submitTo(pool, settings, submission, timeoutMs),
    () => pool.close(),
  ),
  health: (byCalls) => ({ ...byCalls, sessions: pool.sessions() }),
  connect: (timeoutMs) => connectSession(pool, timeoutMs),
})

/**
 * Email through a mail server. Settings: `host`, `port`, `tls` (`none`, `starttls`, which is then required,
 * or `implicit`), and optionally `name`, `maxConnections`, `caPem`, `bounceDomain`. Secrets: `user` and
 * `password`, or none; they are only sent unencrypted to this machine. A mail server can't be queried,
 * doesn't recognize repeats, and reports no delivery: an accepted email is SUBMITTED, until a bounce changes
 * that (docs/decisions/0006).
 */
export const smtpOpener = ({
  clock,
  networks,
}: Pick<ProviderParts, 'clock' | 'networks'>): ProviderOpener => {
  const { check, read } = accountReader('SMTP', (account, secrets) =>
    readSmtpSettings(account, secrets, networks),
  )
  return {
    ...OFFER,
    decidesRoute: isRouteSetting,
    check,
    callbacks: sesCallbacks(clock, (url) => fetchFromSns(url, networks)),
    open: (account, secrets) => {
      const settings = read(account, secrets)
      return openAccount(createSessionPool(settings, networks), settings)
    },
  }
}

/** Mail servers in a process's list of providers. */
export const smtpAdapter: ProviderAdapter = { ...OFFER, opener: smtpOpener }
