import { Postrider, PostriderError } from '@postrider/client'
import { sendingAccess } from '../access/access.js'
import { EXIT, type ExitCode } from '../errors/exit-code.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'
import { explainCode } from '../why/explain-code.js'
import { lookAtCredential } from '../why/look-at-credential.js'
import { lookAtSend } from '../why/look-at-send.js'
import { lookAtHost } from '../why/look-at-host.js'
import { IN_THE_WAY, type Step, STEPS, unseen, wrong } from '../why/step.js'
import { type MessageOptions, messageOf } from './message-of.js'

type WhyOptions = Partial<MessageOptions>

const clientOf = (credential: string, baseUrl: string): Postrider | Step => {
  try {
    return new Postrider({ credential, baseUrl })
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error
    return wrong(
      'credential',
      error.message,
      'Copy the whole credential, or create a new one at the website.',
    )
  }
}

const lookAtAll = async (verb: Verb, options: WhyOptions): Promise<readonly Step[]> => {
  const { baseUrl, credential } = await sendingAccess(verb.terminal, verb.access)
  const { signal } = verb.terminal
  const service = await lookAtHost(baseUrl, signal)
  if (service.some(({ step, state }) => state === 'wrong' && step !== 'service')) return service
  const client = clientOf(credential, baseUrl)
  if (!(client instanceof Postrider)) return [...service, client]
  const { step, scope } = await lookAtCredential(client, options.channel, signal)
  if (scope === undefined || step.state === 'wrong') return [...service, step]
  const channel = options.channel ?? scope.channels[0] ?? 'sms'
  const message = messageOf(
    { ...options, channel, to: options.to ?? '', template: options.template ?? '' },
    scope,
  )
  return [...service, step, ...(await lookAtSend(client, message, signal))]
}

/** One line per step, in order. For a step that was checked twice, its problem. */
const inOrder = (steps: readonly Step[]): readonly Step[] =>
  STEPS.map((name) => {
    const own = steps.filter(({ step }) => step === name)
    return own.find(({ state }) => state === 'wrong') ?? own[0] ?? unseen(name, IN_THE_WAY)
  })

const MARKS = {
  right: ['green', '✓'],
  wrong: ['red', '✗'],
  warning: ['yellow', '!'],
  unseen: ['dim', '-'],
} as const

const WIDTH = 12

/** Writes a line per step, and one for all steps that couldn't be checked. */
const tell = (verb: Verb, steps: readonly Step[]): void => {
  const { output } = verb.terminal
  const hidden = steps.filter(({ says }) => says === IN_THE_WAY).map(({ step }) => step)
  for (const { step, state, says, todo } of steps.filter((each) => each.says !== IN_THE_WAY)) {
    const [style, mark] = MARKS[state]
    output.write(`${verb.paintData(style, mark)} ${step.padEnd(WIDTH)} ${says}\n`)
    if (todo !== undefined) output.write(`  ${' '.repeat(WIDTH)} → ${todo}\n`)
  }
  if (hidden.length > 0) output.write(`- not checked yet: ${hidden.join(', ')}\n`)
}

const conclusionOf = (steps: readonly Step[]): string => {
  const causes = steps.filter(({ state }) => state === 'wrong').map(({ step }) => step)
  if (causes.length > 0) return `A send would fail: ${causes.join(', ')}.`
  return steps.some(({ state }) => state === 'unseen')
    ? 'No problem found in the checked steps.'
    : 'This message would be accepted.'
}

/** `why` */
export const why = async (verb: Verb, options: WhyOptions, code?: string): Promise<ExitCode> => {
  if (code !== undefined) return explainCode(verb, code)
  const looked = await withProgress(
    verb.terminal.words,
    () => 'looking',
    () => lookAtAll(verb, options),
  )
  const steps = inOrder(looked)
  if (verb.format === 'table') tell(verb, steps)
  else {
    const writer = verb.writer(['step', 'state', 'says', 'todo'])
    for (const step of steps) writer.add({ ...step })
    writer.end()
  }
  verb.say(conclusionOf(steps))
  return steps.some(({ state }) => state === 'wrong') ? EXIT.failed : EXIT.ok
}
