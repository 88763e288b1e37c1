import { resolve } from 'node:path'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import { E } from '@postrider/core/fp'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import type { Settings } from '@postrider/wiring/settings'
import { EXIT, type CommandFailure } from '@postrider/command/exit-code'
import { type ReservedFile, reserveFile } from '../files/write-once.js'
import { claimKeyOrFail } from '@postrider/command/hosts/claim-key-or-fail'
import { hasSuperAdmin } from '@postrider/command/hosts/has-super-admin'
import { holdingSignals } from '@postrider/command/hosts/hold-signals'
import { migrateEmbedded } from '@postrider/command/hosts/migrate-embedded'
import { type SetUpAnswers, orderOf } from '../setup/answers.js'
import {
  answersFromOptions,
  idleLines,
  missingFlags,
  type SetUpOptions,
} from '../setup/answers-from-options.js'
import { askAnswers } from '../setup/ask-answers.js'
import { faultLines, remainingLines } from '../setup/faults.js'
import { withDefaults } from '../setup/set-up-questions.js'
import { setUpFile } from '../setup/set-up-file.js'
import { showSetUp } from '../setup/show-set-up.js'
import { databaseAddress, summaryLines } from '../setup/summary.js'
import { createQuestions, type Input } from '@postrider/command/terminal/questions'
import { tell, type Terminal } from '@postrider/command/terminal/terminal'
import {
  complainOf,
  type CommandIo,
  NO_ANSWER,
  NOT_CONFIRMED,
  operator,
} from '@postrider/command/terminal/command-io'

const REASON = 'Initial set-up.'

/** The streams of a set-up: typed or piped input, the questions, and the result. */
export interface SetUpStreams {
  readonly terminal: Terminal
  readonly input: Input
  readonly output: NodeJS.WritableStream
}

/** The start of a set-up: the answers already given, and the file for its result. */
interface Begun {
  readonly options: SetUpOptions
  readonly given: SetUpAnswers
  readonly file: ReservedFile | undefined
}

const failed = (lines: readonly string[]): E.Either<CommandFailure, never> =>
  E.left({ exitCode: EXIT.failed, lines })

/** Whether this database may be set up; an embedded one is migrated, as `start` does. */
const prepare = async (
  terminal: Terminal,
  composition: Composition,
): Promise<E.Either<CommandFailure, void>> => {
  const migrated = await migrateEmbedded(composition, () =>
    terminal.complain(`The database ${databaseAddress(composition.settings)} was migrated.`),
  )
  if (E.isLeft(migrated)) return migrated
  const problem = await checkDatabase(composition.ports.storage)
  if (problem !== undefined) return failed([problem.sentence])
  const status = await composition.ports.storage.keys.status()()
  const sealing = E.isRight(status) ? status.right.sealing : undefined
  // A key that is already named is checked now; otherwise one is named when the set-up is written.
  const claimed = sealing === undefined ? E.right(undefined) : await claimKeyOrFail(composition)
  if (E.isLeft(claimed)) return claimed
  const founded = await hasSuperAdmin(composition)()
  if (E.isLeft(founded)) return failed([`Set-up failed: ${founded.left.cause}`])
  return founded.right
    ? failed([
        'This installation is already set up. Use postrider admin to manage it, or run postrider init in another folder for a new installation.',
      ])
    : E.right(undefined)
}

/** All answers: asked for on a terminal, and complete from the options without one. */
const answersOf = async (
  io: CommandIo | undefined,
  { options, given }: Begun,
  { settings, postrider }: Composition,
): Promise<E.Either<CommandFailure, SetUpAnswers>> => {
  const inspect = postrider.inspectFirstSetUp
  const early = faultLines(given, inspect)
  if (early.length > 0) return failed(early)
  const answers =
    io === undefined ? withDefaults(given, settings) : await askAnswers(io, given, { settings, inspect })
  if (answers === undefined) return failed([NO_ANSWER])
  const missing = io === undefined ? missingFlags(answers, options) : []
  if (missing.length > 0)
    return failed([
      `These options are missing: ${missing.join(', ')}. Set them, or run postrider setup in a terminal.`,
    ])
  const wrong = [...idleLines(answers), ...remainingLines(answers, inspect)]
  return wrong.length > 0 ? failed(wrong) : E.right(answers)
}

/** Shows the plan, and waits for a confirmation on a terminal. */
const isWanted = async (
  io: CommandIo | undefined,
  { terminal }: SetUpStreams,
  answers: SetUpAnswers,
  { options, settings }: { readonly options: SetUpOptions; readonly settings: Settings },
): Promise<boolean> => {
  terminal.complain('')
  for (const line of summaryLines(answers, settings)) terminal.complain(line)
  if (options.yes === true || io === undefined) return options.yes === true
  return io.questions.confirm('Set all of this up?')
}

const keep = (
  { terminal }: SetUpStreams,
  { file, options }: Begun,
  made: FirstSetUp,
  { settings }: Composition,
  sandbox: boolean,
): number => {
  if (file === undefined) return EXIT.ok
  const written = file.write(setUpFile(made, settings, sandbox))
  if (E.isLeft(written)) {
    const why = written.left._tag === 'IsThere' ? 'it already exists' : written.left.code
    terminal.complain(
      `The installation is set up, but ${options.save} could not be written (${why}). Save the output above.`,
    )
    return EXIT.failed
  }
  terminal.say(`All of this is in ${options.save}, readable only by its owner.`)
  return EXIT.ok
}

const makeSetUp = async (
  streams: SetUpStreams,
  begun: Begun,
  answers: SetUpAnswers,
  composition: Composition,
): Promise<E.Either<CommandFailure, number>> => {
  const { terminal } = streams
  const claimed = await claimKeyOrFail(composition)
  if (E.isLeft(claimed)) return claimed
  terminal.complain('Setting up ...')
  const by = { actor: operator(), reason: REASON }
  const made = await composition.postrider.firstSetUp(orderOf(answers), by)()
  if (E.isLeft(made)) {
    complainOf(terminal, made.left)
    return E.right(EXIT.failed)
  }
  showSetUp(terminal, made.right, composition.settings)
  return E.right(keep(streams, begun, made.right, composition, answers.provider === 'sandbox'))
}

const askAndSetUp = async (
  streams: SetUpStreams,
  begun: Begun,
  composition: Composition,
  io: CommandIo | undefined,
): Promise<E.Either<CommandFailure, number>> => {
  const answers = await answersOf(io, begun, composition)
  if (E.isLeft(answers)) return answers
  const { settings } = composition
  if (!(await isWanted(io, streams, answers.right, { options: begun.options, settings })))
    return failed([NOT_CONFIRMED])
  return holdingSignals(
    () => makeSetUp(streams, begun, answers.right, composition),
    () => streams.terminal.complain('Set-up is still running. The result is shown in a moment.'),
  )
}

const setUpOn = async (
  streams: SetUpStreams,
  begun: Begun,
  composition: Composition,
): Promise<E.Either<CommandFailure, number>> => {
  const prepared = await prepare(streams.terminal, composition)
  if (E.isLeft(prepared)) return prepared
  if (streams.input.isTTY !== true) return askAndSetUp(streams, begun, composition, undefined)
  const questions = createQuestions(streams.input, streams.output)
  try {
    return await askAndSetUp(streams, begun, composition, { terminal: streams.terminal, questions })
  } finally {
    questions.close()
  }
}

const reserve = (path: string | undefined): E.Either<CommandFailure, ReservedFile | undefined> => {
  if (path === undefined) return E.right(undefined)
  const reserved = reserveFile(resolve(path))
  if (E.isRight(reserved)) return reserved
  return failed([
    reserved.left._tag === 'IsThere'
      ? `${path} already exists and is not overwritten. Choose another file with --save.`
      : `Cannot write ${path} (${reserved.left.code}). Choose another file with --save.`,
  ])
}

/** Runs work with a composed process, and closes it. */
type Run = (work: (composition: Composition) => Promise<number>) => Promise<E.Either<CommandFailure, number>>

/**
 * Sets up an empty installation so that it can send (docs/api/running#first-set-up). It asks for anything
 * that the options don't specify, and does everything in one transaction after a confirmation. After any
 * error, nothing is written.
 */
export const setUp = async (
  streams: SetUpStreams,
  options: SetUpOptions,
  run: Run,
): Promise<E.Either<CommandFailure, number>> => {
  const given = await answersFromOptions(options, streams.input)
  if (E.isLeft(given)) return failed([given.left])
  const file = reserve(options.save)
  if (E.isLeft(file)) return file
  try {
    return await run(async (composition) => {
      const outcome = await setUpOn(streams, { options, given: given.right, file: file.right }, composition)
      return E.isRight(outcome) ? outcome.right : tell(streams.terminal, outcome.left)
    })
  } finally {
    file.right?.release()
  }
}
