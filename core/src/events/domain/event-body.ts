import type { ShownMessage } from '../../messaging/domain/messages/message.js'
import { present } from '../../kernel/present.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import type { AppEvent, NewState } from './event.js'

/** An event as its receivers get it, pulled or pushed (docs/api/events#event). */
export interface EventBody {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly occurredAt: string
  readonly organizationId: string
  readonly appId: string
  readonly environment: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The provider's reason for the failure; undefined if the message has another failure by now, or none. */
const failureOf = ({ failureCode }: NewState, message: ShownMessage) => {
  const { providerReason: reason } = message
  if (failureCode === undefined || reason === undefined || failureCode !== message.failureCode)
    return undefined
  return { providerCode: reason.code, ...present({ providerText: reason.text }) }
}

/**
 * A message as it was after its new state, with the fields of `GET /v1/messages/{messageId}`. A message that
 * was deleted since has only those that the event itself keeps.
 */
const messageData = (
  { messageId, became }: { readonly messageId: string; readonly became: NewState },
  occurredAtMs: number,
  message: ShownMessage | undefined,
): EventBody['data'] => {
  const { state, channel, billing: status, failureCode } = became
  const kept = { messageId, state, channel }
  if (message === undefined) return { ...kept, ...present({ failureCode }) }
  const { acceptedAtMs, charge, clientReference, sender } = message
  return {
    ...kept,
    acceptedAt: isoTime(acceptedAtMs),
    updatedAt: isoTime(state === 'ACCEPTED' ? acceptedAtMs : occurredAtMs),
    billing: { status, amountMinor: charge.amountMinor, currency: charge.currency },
    ...present({ clientReference, sender, failureCode, failure: failureOf(became, message) }),
  }
}

/** The event's body; `message` is the message that it is about, if that still exists. */
export const eventBody = (event: AppEvent, message: ShownMessage | undefined): EventBody => {
  const { eventId, type, sequence, occurredAtMs, organizationId, appId, environment, subject } = event
  return {
    id: eventId,
    type,
    sequence,
    occurredAt: isoTime(occurredAtMs),
    organizationId,
    appId,
    environment,
    data: subject.kind === 'note' ? subject.data : messageData(subject, occurredAtMs, message),
  }
}
