import type { Settings } from '@postrider/wiring/settings'
import type { CommandIo } from '@postrider/command/terminal/command-io'
import type { SetUpAnswers } from './answers.js'
import { faultsOf, type InspectFirstSetUp } from './faults.js'
import { isOpenQuestion, SET_UP_QUESTIONS, type SetUpQuestion } from './set-up-questions.js'

/** The typed text, or the default if it is empty; undefined: the input has ended. */
const askOnce = async (
  { questions, terminal }: CommandIo,
  { text, isSecret }: SetUpQuestion,
  answers: SetUpAnswers,
  otherwise: string | undefined,
): Promise<string | undefined> => {
  const question = text(answers)
  if (isSecret !== true) {
    const typed = await questions.ask(
      otherwise === undefined ? `${question}: ` : `${question} [${otherwise}]: `,
    )
    return typed === '' ? (otherwise ?? '') : typed
  }
  const first = await questions.askSecretly(`${question}: `)
  if (first === undefined || first === '') return first
  const second = await questions.askSecretly('Repeat it: ')
  if (second === undefined || second === first) return second
  terminal.complain('The two entries differ.')
  return ''
}

/** Asks until the answer is valid. */
const askWell = async (
  io: CommandIo,
  question: SetUpQuestion,
  answers: SetUpAnswers,
  { settings, inspect }: Standards,
): Promise<SetUpAnswers | undefined> => {
  for (;;) {
    const typed = await askOnce(io, question, answers, question.otherwise?.(answers, settings))
    if (typed === undefined) return undefined
    const tried = { ...answers, [question.key]: typed }
    const faults = typed === '' ? ['Enter a value.'] : faultsOf(question, tried, inspect)
    if (faults.length === 0) return tried
    for (const fault of faults) io.terminal.complain(`  ${fault}`)
  }
}

/** Dependencies for checking answers. */
interface Standards {
  readonly settings: Pick<Settings, 'currencies'>
  readonly inspect: InspectFirstSetUp
}

/** Asks each open question in turn; undefined if the input ended before the last one. */
export const askAnswers = async (
  io: CommandIo,
  given: SetUpAnswers,
  standards: Standards,
): Promise<SetUpAnswers | undefined> => {
  let answers = given
  for (const question of SET_UP_QUESTIONS) {
    if (!isOpenQuestion(question, answers)) continue
    if (question.isSilent === true) {
      answers = { ...answers, [question.key]: question.otherwise?.(answers, standards.settings) ?? '' }
      continue
    }
    const more = await askWell(io, question, answers, standards)
    if (more === undefined) return undefined
    answers = more
  }
  return answers
}
