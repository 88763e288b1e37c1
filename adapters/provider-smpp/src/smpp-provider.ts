import { createHash } from 'node:crypto'
import type { NotAttempted, SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { Provider, ProviderOpener, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import type { ProviderAdapter, ProviderParts } from '@postrider/core/providers/ports/provider-adapter'
import { accountReader } from '@postrider/core/providers/use-cases/account-reader'
import { drainable } from '@postrider/core/providers/use-cases/drainable'
import { querySm } from './query-sm.js'
import { composeSms, isReportedPart } from './compose-sms.js'
import { countReferences, type NextReference } from './part-references.js'
import { type SessionPool, openSessionPool } from './session-pool.js'
import { createIntake } from './receipt-intake.js'
import { type LateAcceptance, sendSms } from './send-sms.js'
import { decidesLoginRoute, readSmppSettings, SMPP_FORM, type SmppSettings } from './smpp-settings.js'

/** SMSCs report within minutes of the final status; earlier queries would only add load. */
const ASK_AFTER_MS = HOUR_MS

const OFFER = { kind: 'smpp', carries: ['sms'], forms: [SMPP_FORM] } as const

type Parts = Pick<ProviderParts, 'clock' | 'timers' | 'random' | 'networks'>

/** The parts of an open account. */
interface Account extends Pick<ProviderAccount, 'providerAccountId'> {
  readonly settings: SmppSettings
  readonly sessions: SessionPool
  readonly nextReference: NextReference
  readonly sink: ProviderSink
  readonly parts: Parts
}

/**
 * Reports a late response: to the call, so that its identifiers are known, and as our own report that the message
 * was accepted, which is stored as evidence.
 */
const tellLate = async (
  { providerAccountId, sink, parts }: Account,
  { messageId, to, onLate }: ProviderSubmission,
  { all, late }: LateAcceptance,
): Promise<void> => {
  onLate?.({ _tag: 'Accepted', providerMessageIds: all })
  if (late.length === 0) return
  const reports = late.map((providerMessageId) => ({
    providerAccountId,
    messageId,
    providerMessageId,
    recipient: to,
    status: 'accepted' as const,
    failureCode: undefined,
    providerTimeMs: parts.clock.nowMs(),
    eventKey: createHash('sha256')
      .update([providerAccountId, messageId, providerMessageId, 'late'].join('|'))
      .digest('base64url'),
    raw: `submit_sm_resp after the timeout, id:${providerMessageId.slice(0, 64)}`,
  }))
  try {
    await sink({ reports })
  } catch {
    // The outcome stays unknown until a receipt or a super admin resolves it.
  }
}

const noSession = (sessions: SessionPool): NotAttempted => {
  const { detail, isLoginRefused } = sessions.whyNot()
  return { _tag: 'NotAttempted', detail, ...(isLoginRefused && { isRefused: true }) }
}

const submitTo = async (
  account: Account,
  submission: ProviderSubmission,
  timeoutMs: number,
): Promise<SubmitOutcome> => {
  const { settings, sessions, parts, nextReference } = account
  const startedMs = performance.now()
  const composed = composeSms(submission, settings, { nowMs: parts.clock.nowMs(), nextReference })
  if ('_tag' in composed) return composed
  const session = await sessions.take(timeoutMs)
  if (session === undefined) return noSession(sessions)
  const isReported = isReportedPart(settings.receiptParts, composed.parts.length)
  const leftMs = Math.max(1, timeoutMs - (performance.now() - startedMs))
  const rules = { statusMap: settings.statusMap, timers: parts.timers, onWire: submission.onWire }
  const { outcome, late } = await sendSms(session, { all: composed.parts, isReported }, leftMs, rules)
  void late.then((found) => (found === undefined ? undefined : tellLate(account, submission, found)))
  return outcome
}

const openAccount = (account: Account): Provider => {
  const { settings, sessions } = account
  return {
    deduplicates: false,
    concurrency: settings.binds * settings.window,
    ...drainable(
      (submission, timeoutMs) => submitTo(account, submission, timeoutMs),
      () => sessions.close(),
    ),
    health: (byCalls) => ({ ...byCalls, ...sessions.health() }),
    connect: async (timeoutMs) =>
      (await sessions.take(timeoutMs)) === undefined ? noSession(sessions) : undefined,
    askAfterMs: ASK_AFTER_MS,
    ask: (question, timeoutMs) => querySm(account, question, timeoutMs),
  }
}

/**
 * SMS through an SMSC over SMPP 3.4 (docs/provider-smpp). The SMSC reports on accepted messages over any
 * session. A message whose response was lost is never sent again automatically, since an SMSC doesn't
 * recognize repeats.
 */
export const smppOpener = (parts: Parts): ProviderOpener => {
  const { check, read } = accountReader('SMPP', (account, secrets) =>
    readSmppSettings(account, secrets, parts.networks),
  )
  return {
    ...OFFER,
    listens: true,
    decidesRoute: decidesLoginRoute,
    check,
    open: (account, secrets, sink) => {
      const settings = read(account, secrets)
      const { providerAccountId } = account
      const { window, enquireSeconds } = settings
      const deliver = createIntake(providerAccountId, settings, parts, sink)
      const sessions = openSessionPool(settings, { ...parts, window, enquireSeconds, deliver })
      const nextReference = countReferences(parts.random)
      return openAccount({ providerAccountId, settings, sessions, nextReference, sink, parts })
    },
  }
}

/** SMSCs in a process's list of providers. */
export const smppAdapter: ProviderAdapter = { ...OFFER, opener: smppOpener }
