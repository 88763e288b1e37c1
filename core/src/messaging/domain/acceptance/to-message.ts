import { type Message, newMessage } from '../messages/message.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import { type EpochMs, HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import type { Candidate } from './candidate.js'
import type { Quote } from './quote.js'

/** How long a message may wait for a provider (docs/api/delivery#retries). */
export const VALIDITY_MS = 48 * HOUR_MS

/** Messages with an OTP use the lane `otp`, whatever the quote says. */
export const laneOf = ({ otp }: Pick<Candidate, 'otp'>, { lane }: Pick<Quote, 'lane'>): Lane =>
  otp === undefined ? lane : 'otp'

/** The template that the request named: a language of a template isn't named by its own ID. */
const templateIdOf = ({ language, template: { version } }: Quote): Message['templateId'] =>
  language === undefined ? version.templateId : (version.variantOf ?? version.templateId)

/** The message for an admitted candidate. A message with an OTP expires with its challenge, a reply soon. */
export const toMessage = (of: Candidate, quote: Quote, nowMs: EpochMs): Message =>
  newMessage(
    of.request,
    {
      messageId: of.messageId,
      organizationId: of.organizationId,
      appId: of.appId,
      environment: quote.environment,
      lane: laneOf(of, quote),
      sender: quote.sender,
      templateId: templateIdOf(quote),
      templateVersionId: quote.template.version.templateVersionId,
      language: quote.language,
      sealedVariables: of.otp?.sealedVariables,
      units: quote.units,
      charge: quote.charge,
      expiresAtMs: of.expiresAtMs ?? nowMs + (of.otp?.ttlMs ?? VALIDITY_MS),
      trace: of.trace,
    },
    nowMs,
  )
