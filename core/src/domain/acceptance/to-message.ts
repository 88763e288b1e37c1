import type { Message } from '../messages/message.js'
import type { Lane } from '../channels/lane.js'
import { type EpochMs, HOUR_MS } from '../time/epoch-ms.js'
import type { Candidate } from './candidate.js'
import type { Quote } from './quote.js'

/** How long a message may wait for a provider (docs/contract#retries). */
export const VALIDITY_MS = 48 * HOUR_MS

/** OTPs go before all others. */
export const laneOf = ({ otp }: Pick<Candidate, 'otp'>, { lane }: Pick<Quote, 'lane'>): Lane =>
  otp === undefined ? lane : 'otp'

/** The message that an admitted candidate becomes. An OTP's lives as long as its challenge. */
export const toMessage = ({ request, otp, ...of }: Candidate, quote: Quote, nowMs: EpochMs): Message => ({
  messageId: of.messageId,
  organizationId: of.organizationId,
  appId: of.appId,
  environment: quote.environment,
  channel: request.channel,
  lane: laneOf({ otp }, quote),
  to: request.recipient.to,
  recipientName: request.recipientName,
  templateId: quote.template.version.templateId,
  templateVersionId: quote.template.version.templateVersionId,
  variables: request.variables,
  sealedVariables: otp?.sealedVariables,
  clientReference: request.clientReference,
  units: quote.units,
  charge: quote.charge,
  book: quote.book,
  billing: 'provisional',
  state: 'ACCEPTED',
  failureCode: undefined,
  attempt: 0,
  uncalled: 0,
  leaseUntilMs: 0,
  acceptedAtMs: nowMs,
  updatedAtMs: nowMs,
  expiresAtMs: nowMs + (otp?.ttlMs ?? VALIDITY_MS),
  trace: of.trace,
})
