import {
  failureOfStatus,
  isAboutSender,
  isAboutUs,
  UNKNOWN_MAILBOX,
} from '@postrider/core/providers/domain/receipts/enhanced-status'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import { providerReason, type ProviderReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { present } from '@postrider/core/kernel/present'
import type {
  NotAttempted,
  PermanentFailure,
  SubmitOutcome,
} from '@postrider/core/providers/domain/calls/outcome'

/** The properties of nodemailer's errors. */
interface SmtpError extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
}

const notAttempted = (detail: string): NotAttempted => ({ _tag: 'NotAttempted', detail })
const rejectedByRoute = (detail: string): SubmitOutcome => ({ _tag: 'RejectedByRoute', detail })
const transientFailure = (detail: string): SubmitOutcome => ({ _tag: 'TransientFailure', detail })
const unknown = (detail: string): SubmitOutcome => ({ _tag: 'OutcomeUnknown', detail })
const permanentFailure = (failureCode: FailureCode, detail: string): PermanentFailure => ({
  _tag: 'PermanentFailure',
  failureCode,
  detail,
})

/**
 * The progress of a delivery: waiting for or opening a session, sending the envelope, or sending the content.
 */
export type DeliveryStage = 'session' | 'envelope' | 'content'

/** Refusals that concern this host and not the message: it didn't log in, or must do so in another way. */
const LOGIN_CODES = new Set([530, 534, 535, 538])

/** The server ends the conversation, whatever was sent in it (RFC 5321, 3.8). */
const SHUTTING_DOWN = 421

/** The enhanced status code of a reply (RFC 3463), such as `5.1.1`. */
const enhancedCode = (response: string | undefined): string | undefined =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]

/** The words of a reply, without the codes at the start of each of its lines. */
const wordsOf = (response = ''): string =>
  response.replaceAll(/^\d{3}[ -](?:[245]\.\d{1,3}\.\d{1,3} )?/gm, '')

/** The server's codes and words. */
const reasonOf = (
  { responseCode, response }: SmtpError,
  hidden: readonly string[],
): ProviderReason | undefined => {
  const codes = [responseCode, enhancedCode(response)].filter((code) => code !== undefined)
  return providerReason(codes.join(' '), wordsOf(response), hidden)
}

/** A refusal of the content says nothing about the recipient. */
const byEnhancedCode = (
  enhanced: string,
  words: string,
  isRecipientRefused: boolean,
): FailureCode | undefined => {
  const failure = enhanced.startsWith('5.') ? failureOfStatus(enhanced, words) : undefined
  return failure === 'recipient_blocked' && !isRecipientRefused ? 'provider_rejected' : failure
}

/**
 * Whether the server refuses the sender or this host, at MAIL or as late as after the content (RFC 3463,
 * 3.2). After the content, a plain `5.7.1` may also mean the content.
 */
const isSenderRefused = ({ command, response }: SmtpError, replyCode: number, isContent = false): boolean => {
  if (replyCode < 500 || replyCode >= 600) return false
  const status = enhancedCode(response) ?? ''
  if (command === 'MAIL FROM' || isAboutSender(status)) return true
  return isAboutUs(isContent && status === '5.7.1' ? '' : status, wordsOf(response))
}

const BY_RECIPIENT_CODE: Readonly<Record<number, FailureCode>> = {
  550: 'recipient_invalid',
  551: 'recipient_invalid',
  552: 'recipient_unreachable',
  553: 'recipient_invalid',
  556: 'recipient_unreachable',
}

const failureCodeOf = (error: SmtpError, replyCode: number): FailureCode => {
  const isRecipientRefused = error.command === 'RCPT TO'
  const enhanced = enhancedCode(error.response)
  const byEnhanced =
    enhanced === undefined ? undefined : byEnhancedCode(enhanced, wordsOf(error.response), isRecipientRefused)
  return byEnhanced ?? (isRecipientRefused ? BY_RECIPIENT_CODE[replyCode] : undefined) ?? 'provider_rejected'
}

/** Our sentence has only codes; the server's words are in the reason. */
const sentence = (error: SmtpError, where: string): string => {
  const codes = [error.responseCode, enhancedCode(error.response)].filter((code) => code !== undefined)
  const cause = codes.length > 0 ? codes.join(' ') : (error.originalCode ?? error.code ?? error.name)
  return `the mail server refused or failed at ${where}: ${cause}`
}

const isReplyCode = (code: number | undefined): code is number =>
  code !== undefined && code >= 400 && code < 600

/** The part of a failure that is the server's refusal of this host: its login, or the lack of one. */
const refusalOfHost = ({ code, responseCode }: SmtpError): Pick<NotAttempted, 'isRefused'> =>
  code === 'EAUTH' || code === 'ENOAUTH' || LOGIN_CODES.has(responseCode ?? 0) ? { isRefused: true } : {}

/** There was no session yet: nothing of the message was sent. */
export const atSession = (error: SmtpError): NotAttempted => ({
  ...notAttempted(sentence(error, error.command ?? 'connecting')),
  ...refusalOfHost(error),
})

/**
 * At the envelope: nothing was accepted in any case. Only a reply about the message uses up an attempt, and a
 * refused sender is wrong only at this server.
 */
const atEnvelope = (error: SmtpError): SubmitOutcome => {
  const where = error.command ?? 'the envelope'
  const { responseCode } = error
  const isOfSession = responseCode === SHUTTING_DOWN || LOGIN_CODES.has(responseCode ?? 0)
  if (isConnectionFailure(error) || isOfSession)
    return { ...notAttempted(sentence(error, where)), ...refusalOfHost(error) }
  if (responseCode === undefined) {
    return error.code === 'EMESSAGE'
      ? permanentFailure('provider_rejected', 'the email is larger than the mail server allows')
      : permanentFailure('recipient_invalid', 'the address cannot be sent to a mail server')
  }
  if (isSenderRefused(error, responseCode)) return rejectedByRoute(sentence(error, where))
  if (responseCode < 500 || responseCode >= 600) return transientFailure(sentence(error, where))
  const isUnknown = error.command === 'RCPT TO' && enhancedCode(error.response) === UNKNOWN_MAILBOX
  return {
    ...permanentFailure(failureCodeOf(error, responseCode), sentence(error, where)),
    ...(isUnknown && { suppresses: 'bounce' as const }),
  }
}

/** The content was being sent: only a complete reply to it shows that it wasn't accepted. */
const afterContent = (error: SmtpError): SubmitOutcome => {
  const { code, responseCode } = error
  if (code !== 'EMESSAGE' || !isReplyCode(responseCode)) {
    return unknown(sentence(error, 'the content, without a reply'))
  }
  if (isSenderRefused(error, responseCode, true)) return rejectedByRoute(sentence(error, 'the content'))
  return responseCode < 500
    ? transientFailure(sentence(error, 'the content'))
    : permanentFailure(failureCodeOf(error, responseCode), sentence(error, 'the content'))
}

const meaningOf = (error: SmtpError, stage: DeliveryStage): SubmitOutcome => {
  if (stage === 'content') return afterContent(error)
  return stage === 'envelope' ? atEnvelope(error) : atSession(error)
}

/**
 * The meaning of a failed delivery, by its progress, with the server's codes and words. The words are left out if
 * they repeat one of the `hidden` texts.
 */
export const classifyFailure = (
  error: SmtpError,
  stage: DeliveryStage,
  hidden: readonly string[],
): SubmitOutcome => {
  const outcome = meaningOf(error, stage)
  const isKnown = outcome._tag !== 'Accepted' && outcome._tag !== 'OutcomeUnknown'
  return isKnown ? { ...outcome, ...present({ reason: reasonOf(error, hidden) }) } : outcome
}

/** The outcome at the timeout if nothing of an email was sent. */
export const noSession: NotAttempted = notAttempted('no session with the mail server could be opened in time')

/** The outcome at the timeout. */
export const outOfTime = (stage: DeliveryStage): SubmitOutcome => {
  if (stage === 'content') return unknown('the mail server did not reply to the content in time')
  return stage === 'envelope'
    ? transientFailure('the mail server was not ready for the content in time')
    : noSession
}

/** Whether the connection itself failed, and not the message. */
export const isConnectionFailure = (error: Error): boolean => {
  const { code } = error as SmtpError
  return code !== 'EENVELOPE' && code !== 'EMESSAGE'
}
