import type { Operation } from '@postrider/core/domain/operations/entries/operation'
import {
  type OperationName,
  operationOf,
  OPERATIONS,
  operationsFor,
} from '@postrider/core/domain/operations/registry'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import type { Desk } from '../terminal/desk.js'
import { nearestNames } from './nearest-names.js'
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

/** An operation that there is, and a body that is one. */
interface Wanted {
  readonly name: OperationName
  readonly body: object
}

/** What is asked for; undefined, and said why, where nobody could do it: that needs no proof of who asks. */
const wantedIn = ({ terminal }: Desk, asked: string, text: string): Wanted | undefined => {
  const name = operationOf('adminConsole', asked)
  if (name === undefined) {
    const names = operationsFor('adminConsole')
    const near = nearestNames(asked, names)
    const hint =
      near.length === 0 ? `There are:\n  ${names.join('\n  ')}` : `Did you mean ${near.join(', ')}?`
    terminal.complain(`There is no operation ${asked}. ${hint}`)
    return undefined
  }
  const body = objectIn(text)
  if (body === undefined) terminal.complain(`The body of ${name} must be a JSON object.`)
  return body && { name, body }
}

const run = async (sitting: Sitting, { name, body }: Wanted): Promise<number> => {
  const { terminal } = sitting.desk
  const show = (result: object): void => terminal.say(JSON.stringify(result, undefined, 2))
  const { mutation, summary }: Operation = OPERATIONS[name]
  if (mutation) return order(sitting, `${summary}?`, name, body, show)
  const result = await ask(sitting, name, body)
  if (result === undefined) return EXIT.failed
  show(result)
  return EXIT.ok
}

const runLine = async (sitting: Sitting, line: string): Promise<number> => {
  const [name = '', ...body] = line.split(' ')
  if (name === '') return EXIT.ok
  const wanted = wantedIn(sitting.desk, name, body.join(' ') || '{}')
  return wanted === undefined ? EXIT.failed : run(sitting, wanted)
}

/** One operation after the other, a line each, until the input ends; the worst outcome is the sitting's. */
const runLines = async (sitting: Sitting): Promise<number> => {
  const { questions } = sitting.desk
  let worst: number = EXIT.ok
  for (;;) {
    const line = await questions.ask('operation and body: ')
    if (line === undefined) return worst
    worst = Math.max(worst, await runLine(sitting, line))
  }
}

/** Runs an operation as a super admin, or as many as he likes. What there is not is refused before anybody is asked. */
export const runOperations = (
  desk: Desk,
  name: string | undefined,
  options: RunOptions,
): ((composition: Composition) => Promise<number>) => {
  if (name === undefined) return sitDown(desk, options, runLines)
  const wanted = wantedIn(desk, name, options.body ?? '{}')
  return wanted === undefined
    ? () => Promise.resolve(EXIT.failed)
    : sitDown(desk, options, (sitting) => run(sitting, wanted))
}
