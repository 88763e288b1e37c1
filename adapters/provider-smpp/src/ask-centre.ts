import type { AskOutcome, ProviderQuestion } from '@postrider/core/ports/provider'
import type { Timers } from '@postrider/core/ports/timers'
import { isSmsSender, sourceOf } from './compose-sms.js'
import type { KeptSessions } from './kept-sessions.js'
import { type IncomingPdu, numberIn } from './pdu.js'
import type { SmppSettings } from './smpp-settings.js'
import type { SmppSession } from './smpp-session.js'

/** The states of a message that a message centre has or had to send (SMPP 3.4, 5.2.28): on its way, delivered, expired, undeliverable, accepted. */
const HAS_IT = new Set([1, 2, 3, 5, 6])

const cannotTell = (detail: string): AskOutcome => ({ _tag: 'CannotTell', detail })

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

/**
 * Asks a message centre about what it gave identifiers for. That it has a part says that the message was taken; that it knows
 * none says nothing, since message centres forget.
 */
export const askCentre = async (
  sessions: KeptSessions,
  settings: SmppSettings,
  { sender, providerMessageIds }: ProviderQuestion,
  timeoutMs: number,
  timers: Timers,
): Promise<AskOutcome> => {
  if (sender === undefined || !isSmsSender(sender) || providerMessageIds.length === 0)
    return cannotTell('a message centre can be asked about its own identifiers alone')
  const session = await sessions.take(timeoutMs / 2)
  if (session === undefined) return cannotTell(sessions.whyNot().detail)
  const ask = (id: string) =>
    query(session, { message_id: id, ...sourceOf(sender.header, settings) }, timeoutMs / 2, timers)
  const answers = await Promise.all(providerMessageIds.map(ask))
  return answers.every(isThere)
    ? { _tag: 'Taken', providerMessageIds }
    : cannotTell('the message centre says nothing of the message')
}
