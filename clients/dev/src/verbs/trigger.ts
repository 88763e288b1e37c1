import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { SANDBOX_OUTCOMES, type SandboxOutcome } from '../sandbox-outcomes.js'
import type { Verb } from '../verb.js'
import { type MessageOptions, messageOf } from './message-of.js'
import { type SendChoice, sendMessage } from './send.js'

const NUMBER = '+447400120000'
const ADDRESS = 'postrider@example.com'
const DIGITS = 4

/** A recipient for a sandbox outcome: the given one with the outcome's last digits. */
const destinationOf = (channel: string, to: string | undefined, ending: string): string => {
  const given = to ?? (channel === 'email' ? ADDRESS : NUMBER)
  const at = given.lastIndexOf('@')
  if (at >= 0) return `${given.slice(0, at).replace(/\+\d{4}$/, '')}+${ending}${given.slice(at)}`
  if (/^\+\d{8,15}$/.test(given)) return `${given.slice(0, -DIGITS)}${ending}`
  throw usageError('--to must be a number such as +447400120000, or an email address.')
}

/** `trigger` */
export const trigger = async (
  verb: Verb,
  options: Omit<MessageOptions, 'to'> & SendChoice & { readonly to?: string },
  outcome: SandboxOutcome,
): Promise<ExitCode> => {
  const { client, scope, credential } = await openClient(verb.terminal, verb.access)
  // The credential's prefix names its environment: with a production one, no request is sent.
  if (!credential.startsWith('pr_test_'))
    throw usageError(
      'trigger works only with test credentials (pr_test_…).',
      'Log in with one, or use its --profile.',
    )
  const to = destinationOf(options.channel, options.to, SANDBOX_OUTCOMES[outcome])
  await sendMessage(verb, client, messageOf({ ...options, to }, await scope()), options)
  // Every outcome is the requested one.
  return EXIT.ok
}
