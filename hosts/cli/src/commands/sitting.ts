import type { OperationName, ResultOf } from '@postrider/core/domain/operations/registry'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/use-cases/callers/caller'
import { checkDatabase } from '@postrider/wiring/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import { NO_ORIGIN } from '../no-origin.js'
import { carryOut, complainOf, type Desk, NO_ANSWER } from '../terminal/desk.js'

/** What every command of a super admin understands. */
export interface SittingOptions {
  /** His address, where it is said. */
  readonly as?: string
}

/** A super admin at the command line, who has proved who he is. */
export interface Sitting {
  readonly desk: Desk
  readonly composition: Composition
  readonly operator: Operator
}

/** Asks who is there; undefined, and said why, where that was not proved. The code comes last: it does not live long. */
const admitted = async (
  { questions, terminal }: Desk,
  { postrider }: Composition,
  { as }: SittingOptions,
): Promise<Operator | undefined> => {
  const email = as ?? (await questions.ask('Your email address: '))
  const password = await questions.askSecretly('Your password: ')
  const code = await questions.askSecretly('Code of your authenticator, or a recovery code: ')
  if (email === undefined || password === undefined || code === undefined) {
    terminal.complain(NO_ANSWER)
    return undefined
  }
  const admittance = await postrider.admitOperator({ email, password, code }, NO_ORIGIN)()
  if (E.isRight(admittance)) return admittance.right
  complainOf(terminal, admittance.left)
  return undefined
}

/** Lets a super admin sit down, and work. */
export const sitDown =
  (desk: Desk, options: SittingOptions, work: (sitting: Sitting) => Promise<number>) =>
  async (composition: Composition): Promise<number> => {
    const trouble = await checkDatabase(composition.ports.storage)
    if (trouble !== undefined) {
      desk.terminal.complain(trouble.sentence)
      return EXIT.failed
    }
    const operator = await admitted(desk, composition, options)
    return operator === undefined ? EXIT.failed : work({ desk, composition, operator })
  }

/** What an operation answered; undefined, and said why, where it was refused. */
export const ask = async <K extends OperationName>(
  { desk, composition: { postrider }, operator }: Sitting,
  name: K,
  body: object,
): Promise<ResultOf<K> | undefined> => {
  const answered = await postrider.runOperation(operator, name, body, NO_ORIGIN)()
  if (E.isRight(answered)) return answered.right.result
  complainOf(desk.terminal, answered.left)
  return undefined
}

/** Does it after a yes; what comes of it is shown by `show`. */
export const order = <K extends OperationName>(
  { desk, composition, operator }: Sitting,
  sentence: string,
  name: K,
  body: object,
  show: (result: ResultOf<K>) => void,
): Promise<number> =>
  carryOut(
    desk,
    composition,
    sentence,
    composition.postrider.runOperation(operator, name, body, NO_ORIGIN),
    ({ result }) => show(result as ResultOf<K>),
  )
