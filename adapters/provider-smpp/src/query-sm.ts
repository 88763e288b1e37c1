import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { StatusQueryOutcome, ProviderQuestion } from '@postrider/core/providers/ports/provider'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { isSmsSender, sourceOf } from './compose-sms.js'
import type { SessionPool } from './session-pool.js'
import { type IncomingPdu, numberIn } from './pdu.js'
import { queriedReport } from './read-receipt.js'
import type { SmppSettings } from './smpp-settings.js'
import type { SmppSession } from './smpp-session.js'

/**
 * The states of a message that the SMSC accepted (SMPP 3.4, 5.2.28): en route, delivered, expired,
 * undeliverable, accepted.
 */
const HAS_IT = new Set([1, 2, 3, 5, 6])

const cannotTell = (detail: string): StatusQueryOutcome => ({ _tag: 'CannotTell', detail })

const query = (
  session: SmppSession,
  fields: Parameters<SmppSession['request']>[1],
  waitMs: number,
  timers: Timers,
): Promise<IncomingPdu | undefined> =>
  new Promise((resolve) => {
    const end = (answer: IncomingPdu | undefined): void => {
      cancel()
      forget()
      resolve(answer)
    }
    const cancel = timers.after(waitMs, () => end(undefined))
    const forget = session.request('query_sm', fields, (answer) => {
      cancel()
      resolve(answer)
    })
  })

const isThere = (answer: IncomingPdu | undefined): boolean =>
  answer?.command === 'query_sm_resp' &&
  answer.status === 0 &&
  HAS_IT.has(numberIn(answer, 'message_state') ?? 0)

/** The parts of an open account that a query needs. */
interface QueriedSmsc {
  readonly providerAccountId: ProviderAccountId
  readonly settings: SmppSettings
  readonly sessions: SessionPool
  readonly parts: { readonly timers: Timers }
}

/**
 * The outcome from the responses about the message, or about its parts in order: that it was accepted, and
 * its final status if there is one.
 */
const outcomeOf = (
  { providerAccountId, settings }: QueriedSmsc,
  { to, providerMessageIds }: ProviderQuestion,
  answers: ReadonlyArray<IncomingPdu | undefined>,
): StatusQueryOutcome => {
  if (!answers.every(isThere)) return cannotTell('the SMSC did not confirm that it has the message')
  const reports = providerMessageIds.flatMap((id, at) => {
    const answer = answers[at]
    if (answer === undefined) return []
    const state = numberIn(answer, 'message_state') ?? 0
    const errorCode = numberIn(answer, 'error_code') ?? 0
    const report = queriedReport({ id, to, state, errorCode }, providerAccountId, settings)
    return report === undefined ? [] : [report]
  })
  return reports.length === 0 ? { _tag: 'Accepted', providerMessageIds } : { _tag: 'Reported', reports }
}

/**
 * Queries an SMSC about identifiers that it assigned. If it knows a part, the message was accepted; if it
 * knows none, that proves nothing, because SMSCs forget.
 */
export const querySm = async (
  smsc: QueriedSmsc,
  question: ProviderQuestion,
  timeoutMs: number,
): Promise<StatusQueryOutcome> => {
  const { settings, sessions, parts } = smsc
  const { sender, providerMessageIds } = question
  if (sender === undefined || !isSmsSender(sender) || providerMessageIds.length === 0)
    return cannotTell('an SMSC can be queried only by its own message ID')
  const session = await sessions.take(timeoutMs / 2)
  if (session === undefined) return cannotTell(sessions.whyNot().detail)
  const ask = (id: string) =>
    query(session, { message_id: id, ...sourceOf(sender.header, settings) }, timeoutMs / 2, parts.timers)
  return outcomeOf(smsc, question, await Promise.all(providerMessageIds.map(ask)))
}
