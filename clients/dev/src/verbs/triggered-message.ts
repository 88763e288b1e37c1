import { randomUUID } from 'node:crypto'
import type { MessageRequest, Postrider } from '@postrider/client'
import { operationAccess } from '../access/access.js'
import { openClient } from '../access/open-client.js'
import { usageError } from '../errors/exit-code.js'
import { organizationOf } from '../operations/organization-of.js'
import { SANDBOX_OUTCOMES, type SandboxOutcome } from '../sandbox-outcomes.js'
import type { Verb } from '../verb.js'
import { type MessageOptions, messageOf } from './message-of.js'
import type { OperationChoice } from './operation-choice.js'
import type { SendChoice } from './send.js'
import type { TestEventChoice } from './trigger-test-event.js'

/** The options of `trigger`; the outcome determines the end of the recipient. */
export type TriggerOptions = Omit<MessageOptions, 'to' | 'template'> &
  SendChoice &
  OperationChoice &
  TestEventChoice & {
    readonly to?: string
    readonly template?: string
    readonly otpVariable?: string
  }

/** A client with a test credential, and the message that it is going to send. */
export interface TriggeredMessage {
  readonly client: Postrider
  readonly message: MessageRequest
}

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

/** A client with the chosen credential, and its app. Throws for a production credential, before any request. */
export const openTestClient = async (verb: Verb) => {
  const { client, scope, credential } = await openClient(verb.terminal, verb.access)
  // The credential's prefix names its environment.
  if (!credential.startsWith('pr_test_'))
    throw usageError(
      'trigger works only with test credentials (pr_test_…).',
      'Log in with one, or use its --profile.',
    )
  return { client, scope }
}

/** The message of the options to a recipient with this outcome. */
export const triggeredMessage = async (
  verb: Verb,
  options: TriggerOptions,
  outcome: SandboxOutcome,
): Promise<TriggeredMessage> => {
  const { template } = options
  if (template === undefined) throw usageError('A message needs a template.', '--template tpl_…')
  const { client, scope } = await openTestClient(verb)
  const to = destinationOf(options.channel, options.to, SANDBOX_OUTCOMES[outcome])
  return { client, message: messageOf({ ...options, template, to }, await scope()) }
}

/** Sends the message, for a signed-in person who does more with it in its Organization. */
export const sendForPerson = async (
  { terminal, access: choice }: Verb,
  { client, message }: TriggeredMessage,
  { organization, key }: TriggerOptions,
) => {
  const { signal } = terminal
  const access = await operationAccess(terminal, choice, ['person'])
  const organizationId = await organizationOf(access, organization, signal)
  const { messageId } = await client.messages.send(message, { idempotencyKey: key ?? randomUUID(), signal })
  return { access, organizationId, messageId, signal }
}
