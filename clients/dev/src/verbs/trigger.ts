import { openClient } from '../access/open-client.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { digitsFor, type Triggered } from '../sandbox-outcomes.js'
import type { Verb } from '../verb.js'
import { type MessageOptions, messageOf } from './message-of.js'
import { type SendChoice, sendMessage } from './send.js'
import type { OperationChoice } from './operation-choice.js'
import { triggerBudget } from './trigger-budget.js'
import { triggerExpiringCredential } from './trigger-expiring-credential.js'
import { type TestEventChoice, triggerTestEvent } from './trigger-test-event.js'

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

/** The options of a message; the outcome determines the end of the recipient. */
type TriggerOptions = Omit<MessageOptions, 'to' | 'template'> &
  SendChoice &
  OperationChoice &
  TestEventChoice & { readonly to?: string; readonly template?: string }

/** `trigger` */
export const trigger = async (
  verb: Verb,
  options: TriggerOptions,
  triggered: Triggered,
): Promise<ExitCode> => {
  if (triggered === 'webhook.test') return triggerTestEvent(verb, options)
  if (triggered === 'credential.expiring') return triggerExpiringCredential(verb, options)
  const { template } = options
  if (template === undefined) throw usageError('A message needs a template.', '--template tpl_…')
  const { client, scope, credential } = await openClient(verb.terminal, verb.access)
  // The credential's prefix names its environment: with a production one, no request is sent.
  if (!credential.startsWith('pr_test_'))
    throw usageError(
      'trigger works only with test credentials (pr_test_…).',
      'Log in with one, or use its --profile.',
    )
  const to = destinationOf(options.channel, options.to, digitsFor(triggered))
  const message = messageOf({ ...options, template, to }, await scope())
  await (triggered === 'budget.threshold_reached'
    ? triggerBudget(verb, client, message, options)
    : sendMessage(verb, client, message, options))
  // Every outcome is the requested one.
  return EXIT.ok
}
