import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { isOutcome, type SandboxOutcome } from '../sandbox-outcomes.js'
import { type Triggered, TRIGGERS } from '../triggers.js'
import type { Verb } from '../verb.js'
import { sendMessage } from './send.js'
import { triggerBudget } from './trigger-budget.js'
import { triggerExpiringCredential } from './trigger-expiring-credential.js'
import { triggerLowBalance } from './trigger-low-balance.js'
import { triggerCancellation } from './trigger-cancellation.js'
import { triggerPause } from './trigger-pause.js'
import { triggerReply } from './trigger-reply.js'
import { triggerTestEvent } from './trigger-test-event.js'
import { triggerVerification } from './trigger-verification.js'
import { type TriggeredMessage, triggeredMessage, type TriggerOptions } from './triggered-message.js'

/** Sends the message, and does the rest that an event needs. */
type WithMessage = (
  verb: Verb,
  triggered: TriggeredMessage,
  options: TriggerOptions,
  type: Triggered,
) => Promise<unknown>

const send: WithMessage = (verb, { client, message }, options) => sendMessage(verb, client, message, options)

const WITH_MESSAGE = {
  send,
  balance: triggerLowBalance,
  budget: triggerBudget,
  cancel: triggerCancellation,
  reply: triggerReply,
  verify: triggerVerification,
} as const satisfies Readonly<Record<string, WithMessage>>

const WITHOUT_MESSAGE = {
  credential: triggerExpiringCredential,
  endpoint: triggerTestEvent,
  pause: triggerPause,
} as const satisfies Readonly<Record<string, (verb: Verb, options: TriggerOptions) => Promise<unknown>>>

/** `trigger` */
export const trigger = async (
  verb: Verb,
  options: TriggerOptions,
  triggered: Triggered,
): Promise<ExitCode> => {
  const run = async (outcome: SandboxOutcome, by: WithMessage): Promise<unknown> =>
    by(verb, await triggeredMessage(verb, options, outcome), options, triggered)
  if (isOutcome(triggered)) await run(triggered, send)
  else {
    const how = TRIGGERS[triggered]
    if ('outcome' in how && how.by !== 'verify' && options.dryRun === true) await run(how.outcome, send)
    else if (options.dryRun === true) throw usageError(`${triggered} has no dry run.`)
    else if ('outcome' in how) await run(how.outcome, WITH_MESSAGE[how.by])
    else await WITHOUT_MESSAGE[how.by](verb, options)
  }
  // Every outcome is the requested one.
  return EXIT.ok
}
