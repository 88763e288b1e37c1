import { randomUUID } from 'node:crypto'
import type { OtpRequest } from '@postrider/client'
import { openClient } from '../access/open-client.js'
import { askSecret } from '../ask-secret.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'
import { type MessageOptions, variablesOf } from './message-of.js'
import { countOf, exitCodeOfMessage, type WaitChoice, waited } from './wait.js'

/** The options of a code to send. */
export interface OtpOptions extends Pick<MessageOptions, 'channel' | 'to' | 'template' | 'var'>, WaitChoice {
  readonly otpVariable: string
  readonly length?: string
  readonly ttl?: string
  readonly key?: string
}

const requestOf = (options: OtpOptions): OtpRequest => ({
  channel: options.channel as OtpRequest['channel'],
  to: options.to,
  templateId: options.template,
  otpVariable: options.otpVariable,
  variables: variablesOf(options.var),
  ...(options.length === undefined ? {} : { otpLength: countOf('--length', options.length) }),
  ...(options.ttl === undefined ? {} : { ttlSeconds: countOf('--ttl', options.ttl) }),
})

/** `otp` without a subcommand */
export const otpHelp = (): Promise<ExitCode> =>
  Promise.reject(usageError('Use otp send or otp verify.', 'postrider-dev otp --help'))

/** `otp send` */
export const sendOtp = async (verb: Verb, options: OtpOptions): Promise<ExitCode> => {
  const { client } = await openClient(verb.terminal, verb.access)
  const { signal, words } = verb.terminal
  const idempotencyKey = options.key ?? randomUUID()
  const request = requestOf(options)
  const sent = await withProgress(
    words,
    () => `sending with the key ${idempotencyKey}`,
    () => client.otp.send(request, { idempotencyKey, signal }),
  )
  const came = options.wait === undefined ? undefined : await waited(verb, client, sent.messageId, options)
  const state = came === undefined ? {} : { state: came.state }
  verb.writer().one({ ...sent, ...state, idempotencyKey, replayed: sent.lastResponse.replayed })
  return came === undefined ? EXIT.ok : exitCodeOfMessage(came)
}

/** `otp verify` */
export const verifyOtp = async (
  verb: Verb,
  options: { readonly key?: string },
  challengeId: string,
  given?: string,
): Promise<ExitCode> => {
  const { client } = await openClient(verb.terminal, verb.access)
  const code = given ?? (await askSecret(verb.terminal, 'Code: '))
  const { signal } = verb.terminal
  const idempotencyKey = options.key ?? randomUUID()
  const verified = await client.otp.verify({ challengeId, code }, { idempotencyKey, signal })
  verb.writer().one({ challengeId, verified })
  return verified ? EXIT.ok : EXIT.failed
}
