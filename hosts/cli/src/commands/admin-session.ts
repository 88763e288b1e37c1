import type { OperationName, ResultOf } from '@postrider/core/assembly/registry'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import { NO_ORIGIN } from '@postrider/command/no-origin'
import { confirmAndRun, complainOf, type CommandIo, NO_ANSWER } from '@postrider/command/terminal/command-io'

/** The options of every super admin command. */
export interface AdminSessionOptions {
  /** The super admin's email address, if given. */
  readonly as?: string
}

/** A super admin at the command line, with a proved identity. */
export interface AdminSession {
  readonly io: CommandIo
  readonly composition: Composition
  readonly operator: Operator
}

/**
 * Asks for the user's identity; undefined, with a message, if it wasn't proved. The code is asked for last,
 * because it expires soon.
 */
const admitted = async (
  { questions, terminal }: CommandIo,
  { postrider }: Composition,
  { as }: AdminSessionOptions,
): Promise<Operator | undefined> => {
  const email = as ?? (await questions.ask('Your email address: '))
  const password = await questions.askSecretly('Your password: ')
  const code = await questions.askSecretly('Code from your authenticator, or a recovery code: ')
  if (email === undefined || password === undefined || code === undefined) {
    terminal.complain(NO_ANSWER)
    return undefined
  }
  const admittance = await postrider.admitOperator({ email, password, code }, NO_ORIGIN)()
  if (E.isRight(admittance)) return admittance.right
  complainOf(terminal, admittance.left)
  return undefined
}

/** Opens a session for a super admin and runs the work in it. */
export const openAdminSession =
  (io: CommandIo, options: AdminSessionOptions, work: (session: AdminSession) => Promise<number>) =>
  async (composition: Composition): Promise<number> => {
    const problem = await checkDatabase(composition.ports.storage)
    if (problem !== undefined) {
      io.terminal.complain(problem.sentence)
      return EXIT.failed
    }
    const operator = await admitted(io, composition, options)
    return operator === undefined ? EXIT.failed : work({ io, composition, operator })
  }

/** The result of an operation; undefined, with a message, if it was refused. */
export const ask = async <K extends OperationName>(
  { io, composition: { postrider }, operator }: AdminSession,
  name: K,
  body: object,
): Promise<ResultOf<K> | undefined> => {
  const answered = await postrider.runOperation(operator, name, body, NO_ORIGIN)()
  if (E.isRight(answered)) return answered.right.result
  complainOf(io.terminal, answered.left)
  return undefined
}

/** Runs the operation after a confirmation; `show` prints the result. */
export const order = <K extends OperationName>(
  { io, composition, operator }: AdminSession,
  sentence: string,
  name: K,
  body: object,
  show: (result: ResultOf<K>) => void,
): Promise<number> =>
  confirmAndRun(
    io,
    composition,
    sentence,
    composition.postrider.runOperation(operator, name, body, NO_ORIGIN),
    ({ result }) => show(result as ResultOf<K>),
  )
