import type { Operation } from '@postrider/core/domain/operations/operation'
import { operationOf, OPERATIONS, operationsFor } from '@postrider/core/domain/operations/registry'
import { EXIT } from '../exit-code.js'
import type { Desk } from './desk.js'
import { ask, order, sitDown, type Sitting, type SittingOptions } from './sitting.js'

/** What was said on the command line about an operation. */
export interface RunOptions extends SittingOptions {
  /** The body as JSON. */
  readonly body?: string
}

const objectIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const run = async (sitting: Sitting, asked: string, text: string): Promise<number> => {
  const { terminal } = sitting.desk
  const show = (result: object): void => terminal.say(JSON.stringify(result, undefined, 2))
  const name = operationOf('adminConsole', asked)
  if (name === undefined) {
    terminal.complain(
      `There is no operation ${asked}. There are: ${operationsFor('adminConsole').join(', ')}.`,
    )
    return EXIT.failed
  }
  const body = objectIn(text)
  if (body === undefined) {
    terminal.complain(`The body of ${name} must be a JSON object.`)
    return EXIT.failed
  }
  const { mutation, summary }: Operation = OPERATIONS[name]
  if (mutation) return order(sitting, `${summary}?`, name, body, show)
  const result = await ask(sitting, name, body)
  if (result === undefined) return EXIT.failed
  show(result)
  return EXIT.ok
}

/** One operation after the other, a line each, until the input ends; the worst outcome is the sitting's. */
const runLines = async (sitting: Sitting): Promise<number> => {
  const { questions } = sitting.desk
  let worst: number = EXIT.ok
  for (;;) {
    const line = await questions.ask('operation and body: ')
    if (line === undefined) return worst
    const [name = '', ...body] = line.split(' ')
    if (name !== '') worst = Math.max(worst, await run(sitting, name, body.join(' ') || '{}'))
  }
}

/** Runs an operation as a super admin, or as many as he likes. */
export const runOperations = (desk: Desk, name: string | undefined, options: RunOptions) =>
  sitDown(desk, options, (sitting) =>
    name === undefined ? runLines(sitting) : run(sitting, name, options.body ?? '{}'),
  )
