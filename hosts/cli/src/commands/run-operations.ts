import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { type OperationName, operationOf, OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import type { CommandIo } from '@postrider/command/terminal/command-io'
import { nearestNames } from './nearest-names.js'
import { ask, order, openAdminSession, type AdminSession, type AdminSessionOptions } from './admin-session.js'

/** Options for an operation. */
export interface RunOptions extends AdminSessionOptions {
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

/** An existing operation, and a valid JSON body. */
interface Wanted {
  readonly name: OperationName
  readonly body: object
}

/**
 * The requested operation; undefined, with a message, if it isn't valid for anyone: that check needs no
 * identity.
 */
const wantedIn = ({ terminal }: CommandIo, operationName: string, text: string): Wanted | undefined => {
  const name = operationOf('adminConsole', operationName)
  if (name === undefined) {
    const names = operationsFor('adminConsole')
    const near = nearestNames(operationName, names)
    const hint =
      near.length === 0 ? `Operations:\n  ${names.join('\n  ')}` : `Did you mean ${near.join(', ')}?`
    terminal.complain(`Unknown operation ${operationName}. ${hint}`)
    return undefined
  }
  const body = objectIn(text)
  if (body === undefined) terminal.complain(`The body of ${name} must be a JSON object.`)
  return body && { name, body }
}

const run = async (session: AdminSession, { name, body }: Wanted): Promise<number> => {
  const { terminal } = session.io
  const show = (result: object): void => terminal.say(JSON.stringify(result, undefined, 2))
  const { mutation, summary }: Operation = OPERATIONS[name]
  if (mutation) return order(session, `${summary}?`, name, body, show)
  const result = await ask(session, name, body)
  if (result === undefined) return EXIT.failed
  show(result)
  return EXIT.ok
}

const runLine = async (session: AdminSession, line: string): Promise<number> => {
  const [name = '', ...body] = line.split(' ')
  if (name === '') return EXIT.ok
  const wanted = wantedIn(session.io, name, body.join(' ') || '{}')
  return wanted === undefined ? EXIT.failed : run(session, wanted)
}

/** Runs one operation per line until the input ends; the worst outcome is the exit code. */
const runLines = async (session: AdminSession): Promise<number> => {
  const { questions } = session.io
  let worst: number = EXIT.ok
  for (;;) {
    const line = await questions.ask('operation and body: ')
    if (line === undefined) return worst
    worst = Math.max(worst, await runLine(session, line))
  }
}

/**
 * Runs one operation as a super admin, or several from the input. Unknown operations are refused before any
 * question.
 */
export const runOperations = (
  io: CommandIo,
  name: string | undefined,
  options: RunOptions,
): ((composition: Composition) => Promise<number>) => {
  if (name === undefined) return openAdminSession(io, options, runLines)
  const wanted = wantedIn(io, name, options.body ?? '{}')
  return wanted === undefined
    ? () => Promise.resolve(EXIT.failed)
    : openAdminSession(io, options, (session) => run(session, wanted))
}
