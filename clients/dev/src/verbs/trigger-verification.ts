import { randomUUID } from 'node:crypto'
import type { OtpRequest, Postrider } from '@postrider/client'
import { CommandError, EXIT } from '../errors/exit-code.js'
import type { Verb } from '../verb.js'
import type { TriggeredMessage, TriggerOptions } from './triggered-message.js'
import { waited } from './wait.js'

const PAGE = 100

/** The passcode in a test message. */
const codeIn = async (
  { testMessages }: Postrider,
  to: string,
  messageId: string,
  signal: AbortSignal,
): Promise<string> => {
  for await (const message of testMessages.list({ to, pageSize: PAGE }, { signal }))
    if (message.messageId === messageId && message.otp !== undefined) return message.otp
  throw new CommandError(EXIT.temporary, `The test messages don’t include the passcode of ${messageId}.`)
}

/** `trigger otp.verified`: sends a passcode, and verifies it like the program of a recipient who enters it. */
export const triggerVerification = async (
  verb: Verb,
  { client, message }: TriggeredMessage,
  { otpVariable = 'code', timeout, key }: TriggerOptions,
): Promise<void> => {
  const { signal } = verb.terminal
  const { to, templateId, variables } = message
  const request: OtpRequest = {
    channel: message.channel as OtpRequest['channel'],
    to,
    templateId,
    otpVariable,
    variables,
  }
  const idempotencyKey = key ?? randomUUID()
  const { challengeId, messageId } = await client.otp.send(request, { idempotencyKey, signal })
  await waited(verb, client, messageId, { timeout })
  const code = await codeIn(client, to, messageId, signal)
  const verified = await client.otp.verify({ challengeId, code }, { idempotencyKey, signal })
  if (!verified) throw new CommandError(EXIT.failed, `The passcode of ${challengeId} isn’t valid.`)
  verb.writer().one({ challengeId, messageId, verified })
}
