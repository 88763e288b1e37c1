import { userInfo } from 'node:os'
import { ERRORS } from '@postrider/contracts/errors/error-registry'
import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E, type TE } from '@postrider/core/fp'
import type { OperatorCommand } from '@postrider/core/audit/use-cases/operator-command'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import type { Questions } from './questions.js'
import type { Terminal } from './terminal.js'

/** The terminal for questions to an administrator and for results. */
export interface CommandIo {
  readonly terminal: Terminal
  readonly questions: Questions
}

/** Nothing was done, because a required answer is missing. */
export const NO_ANSWER = 'Nothing was done: a question was not answered.'
/** Nothing was done, because the confirmation is missing. */
export const NOT_CONFIRMED = 'Nothing was done.'

/** The administrator at the command line, as the audit log names them. */
export const operator = (): OperatorCommand['actor'] => ({
  kind: 'operator',
  id: `cli:${userInfo().username}`,
})

const sentencesOf = (left: Refusal | Outage): readonly string[] => {
  if ('cause' in left) return [`Failed: ${left.cause}`]
  if (left.message !== undefined && left.fields.length === 0) return [`Failed: ${left.message}`]
  if (left._tag === 'Conflict')
    return ['Failed: this was already done, the record has changed, or the email address is taken.']
  if (left._tag === 'InvalidCredentials')
    return ['Wrong email address, password or code, or the code was already used.']
  if (left._tag === 'TooManyRequests')
    return [`Too many attempts. Try again in ${Math.ceil((left.retryAfterMs ?? 0) / SECOND_MS)} s.`]
  if (left._tag === 'NotFound') return ['Failed: the person or record does not exist.']
  if (left.fields.length === 0) return [`Failed: ${ERRORS[REFUSAL_CODES[left._tag]].message}`]
  return left.fields.map(({ field, message }) => `${field.slice(1)}: ${message}`)
}

/** Prints why something wasn't done. */
export const complainOf = (terminal: Terminal, left: Refusal | Outage): void => {
  for (const line of sentencesOf(left)) terminal.complain(line)
}

/** Runs the operation after a confirmation and passes its result to `show`. */
export const confirmAndRun = async <R>(
  { terminal, questions }: CommandIo,
  { ports }: Composition,
  sentence: string,
  work: TE.TaskEither<Refusal | Outage, R>,
  show: (result: R) => void,
): Promise<number> => {
  const problem = await checkDatabase(ports.storage)
  if (problem !== undefined) {
    terminal.complain(problem.sentence)
    return EXIT.failed
  }
  if (!(await questions.confirm(sentence))) {
    terminal.complain(NOT_CONFIRMED)
    return EXIT.failed
  }
  const done = await work()
  if (E.isLeft(done)) {
    complainOf(terminal, done.left)
    return EXIT.failed
  }
  show(done.right)
  return EXIT.ok
}
