import { readFile } from 'node:fs/promises'
import { E } from '@postrider/core/fp'
import type {
  BegunEnrolment,
  EnrolledAdmin,
  EnrolmentClaim,
} from '@postrider/core/identity/use-cases/enrolments/enrol'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import { NO_ORIGIN } from '@postrider/command/no-origin'
import { linkLines } from '@postrider/command/terminal/enrolment-link'
import { showAuthenticator, showRecoveryCodes } from '@postrider/command/terminal/second-factor'
import { type AdminOptions, askPerson } from './admin.js'
import { confirmAndRun, complainOf, type CommandIo, NO_ANSWER } from '@postrider/command/terminal/command-io'

export interface EnrolOptions {
  readonly linkFile?: string
}

const DEAD_LINK =
  'This link does not work: it was used, replaced, has expired, or is incomplete. Create a new one with postrider admin enrolment-link.'

/** The token after the # of a link, or the whole text. */
const tokenIn = (link: string): string => link.trim().replace(/^.*#/s, '')

/** The link from a file or the terminal; left: why there is none. */
const readLink = async (
  { questions }: CommandIo,
  { linkFile }: EnrolOptions,
): Promise<E.Either<string, string>> => {
  if (linkFile === undefined || linkFile === '-') {
    const link = await questions.askSecretly('Enrollment link: ')
    return link === undefined ? E.left(NO_ANSWER) : E.right(link)
  }
  try {
    return E.right(await readFile(linkFile, 'utf8'))
  } catch (cause) {
    return E.left(
      `--link-file: the file cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    )
  }
}

/** The result of an attempt: it succeeded, failed for good, or may be repeated. */
type Attempt<A> = { readonly _tag: 'Done'; readonly result: A } | { readonly _tag: 'Over' | 'Again' }

/** Tries until it succeeds or can't be repeated; undefined: the user has seen the reason. */
const untilOver = async <A>(attempt: () => Promise<Attempt<A>>): Promise<A | undefined> => {
  for (;;) {
    const outcome = await attempt()
    if (outcome._tag === 'Done') return outcome.result
    if (outcome._tag === 'Over') return undefined
  }
}

const over = ({ terminal }: CommandIo, sentence: string): { readonly _tag: 'Over' } => {
  terminal.complain(sentence)
  return { _tag: 'Over' }
}

interface Begun extends EnrolmentClaim {
  readonly begun: BegunEnrolment
}

/** Asks for a password once, and starts the enrollment with it. */
const begin = async (io: CommandIo, { postrider }: Composition, token: string): Promise<Attempt<Begun>> => {
  const { questions, terminal } = io
  const password = await questions.askSecretly('New password (at least 12 characters): ')
  const again = await questions.askSecretly('Repeat password: ')
  if (password === undefined || again === undefined) return over(io, NO_ANSWER)
  if (password !== again) {
    terminal.complain('The two passwords differ.')
    return { _tag: 'Again' }
  }
  const begun = await postrider.beginEnrolment({ token, password })()
  if (E.isRight(begun)) return { _tag: 'Done', result: { token, password, begun: begun.right } }
  if (begun.left._tag === 'NotFound') return over(io, DEAD_LINK)
  complainOf(terminal, begun.left)
  return { _tag: begun.left._tag === 'InvalidRequest' ? 'Again' : 'Over' }
}

/** Asks for a code once, and completes the enrollment with it. */
const conclude = async (
  io: CommandIo,
  { postrider }: Composition,
  { token, password, begun }: Begun,
): Promise<Attempt<EnrolledAdmin>> => {
  const code = await io.questions.askSecretly('Code from your authenticator: ')
  if (code === undefined) return over(io, NO_ANSWER)
  const { sealedFactor } = begun
  const enrolled = await postrider.enrol({ token, password, sealedFactor, code }, NO_ORIGIN)()
  if (E.isRight(enrolled)) return { _tag: 'Done', result: enrolled.right }
  if (enrolled.left._tag === 'NotFound') return over(io, DEAD_LINK)
  if (enrolled.left._tag !== 'InvalidCredentials') {
    complainOf(io.terminal, enrolled.left)
    return { _tag: 'Over' }
  }
  io.terminal.complain(
    'Wrong code. Check that your phone’s clock is set automatically, then try the next code.',
  )
  return { _tag: 'Again' }
}

/**
 * Makes the holder of a link a super admin, with a password, a second factor proved by a code, and recovery
 * codes.
 */
export const enrolCommand =
  (io: CommandIo, options: EnrolOptions) =>
  async (composition: Composition): Promise<number> => {
    const { terminal } = io
    const problem = await checkDatabase(composition.ports.storage)
    const link = problem === undefined ? await readLink(io, options) : E.left(problem.sentence)
    if (E.isLeft(link)) {
      terminal.complain(link.left)
      return EXIT.failed
    }
    const token = tokenIn(link.right)
    const shown = await composition.postrider.showEnrolment(token)()
    if (E.isLeft(shown)) {
      if (shown.left._tag === 'NotFound') terminal.complain(DEAD_LINK)
      else complainOf(terminal, shown.left)
      return EXIT.failed
    }
    const { displayName, email } = shown.right.user
    terminal.complain(`With this link, ${displayName} <${email}> becomes a super admin.`)
    const begun = await untilOver(() => begin(io, composition, token))
    if (begun === undefined) return EXIT.failed
    terminal.say('Add this to an authenticator app:')
    showAuthenticator(terminal, begun.begun)
    const enrolled = await untilOver(() => conclude(io, composition, begun))
    if (enrolled === undefined) return EXIT.failed
    terminal.say(`${enrolled.user.email} is a super admin.`)
    showRecoveryCodes(terminal, enrolled.recoveryCodes)
    terminal.say('None of this is shown again.')
    return EXIT.ok
  }

/** Creates a new link for a user who hasn't enrolled yet; the previous link no longer works. */
export const renewLink =
  (io: CommandIo, options: AdminOptions) =>
  async (composition: Composition): Promise<number> => {
    const { terminal } = io
    const order = await askPerson(io, options)
    if (order === undefined) {
      terminal.complain(NO_ANSWER)
      return EXIT.failed
    }
    const sentence = `Create a new link for ${order.email}? The previous link stops working.`
    return confirmAndRun(io, composition, sentence, composition.postrider.renewEnrolment(order), (opened) => {
      for (const line of linkLines(opened)) terminal.say(line)
    })
  }
