import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { type SetUpAnswers, orderOf } from './answers.js'
import { isOpenQuestion, SET_UP_QUESTIONS, type SetUpQuestion } from './set-up-questions.js'

/** Returns all faults of an order that may be incomplete. */
export type InspectFirstSetUp = (order: unknown) => readonly FieldProblem[]

const concerns = (field: string, place: string): boolean => field === place || field.startsWith(`${place}/`)

/** The faults of the answer to one question, in sentences; other missing answers aren't included. */
export const faultsOf = (
  question: SetUpQuestion,
  answers: SetUpAnswers,
  inspect: InspectFirstSetUp,
): readonly string[] => {
  const text = answers[question.key]
  const own = text === undefined ? undefined : question.fault?.(text)
  if (own !== undefined) return [own]
  const place = question.field(answers)
  const messages = inspect(orderOf(answers))
    .filter(({ field }) => concerns(field, place))
    .map(({ code, message }) => (code === 'format' ? (question.form ?? message) : message))
  return [...new Set(messages)]
}

/** The faults of all answers, one per line, by the options that set them. */
export const faultLines = (answers: SetUpAnswers, inspect: InspectFirstSetUp): readonly string[] => {
  const answered = SET_UP_QUESTIONS.filter(({ key }) => answers[key] !== undefined)
  return answered.flatMap((question) =>
    faultsOf(question, answers, inspect).map((fault) => `${question.flag}: ${fault}`),
  )
}

/** The remaining faults once every question is answered, by their places in the order. */
export const remainingLines = (answers: SetUpAnswers, inspect: InspectFirstSetUp): readonly string[] => {
  const lines = faultLines(answers, inspect)
  if (lines.length > 0 || SET_UP_QUESTIONS.some((question) => isOpenQuestion(question, answers))) return lines
  return inspect(orderOf(answers)).map(({ field, message }) => `${field.slice(1)}: ${message}`)
}
