import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { type SetUpAnswers, orderOf } from './answers.js'
import { isOpenQuestion, SET_UP_QUESTIONS, type SetUpQuestion } from './set-up-questions.js'

/** All that is wrong with an order that may only be begun. */
export type InspectFirstSetUp = (order: unknown) => readonly FieldProblem[]

const concerns = (field: string, place: string): boolean => field === place || field.startsWith(`${place}/`)

/** What is wrong with the answer to a question, in sentences; what is still missing beside it is no fault of it. */
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

/** What is wrong with all that was answered, a line each, by the options that would say it. */
export const faultLines = (answers: SetUpAnswers, inspect: InspectFirstSetUp): readonly string[] => {
  const answered = SET_UP_QUESTIONS.filter(({ key }) => answers[key] !== undefined)
  return answered.flatMap((question) =>
    faultsOf(question, answers, inspect).map((fault) => `${question.flag}: ${fault}`),
  )
}

/** The rest of what is wrong, where every question has its answer: by the places in the order. */
export const remainingLines = (answers: SetUpAnswers, inspect: InspectFirstSetUp): readonly string[] => {
  const lines = faultLines(answers, inspect)
  if (lines.length > 0 || SET_UP_QUESTIONS.some((question) => isOpenQuestion(question, answers))) return lines
  return inspect(orderOf(answers)).map(({ field, message }) => `${field.slice(1)}: ${message}`)
}
