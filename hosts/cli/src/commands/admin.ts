import type { ResultOf } from '@postrider/core/assembly/registry'
import { invalidRequest, type Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { checkReason, type OperatorCommand } from '@postrider/core/audit/use-cases/operator-command'
import type { UserCommand } from '@postrider/core/identity/use-cases/people/create-user'
import type { OperatorClaim } from '@postrider/core/identity/use-cases/people/operator-authentication'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import { NO_ORIGIN } from '@postrider/command/no-origin'
import { showEnrolled, showRecoveryCodes } from '@postrider/command/terminal/second-factor'
import { confirmAndRun, type CommandIo, NO_ANSWER, operator } from '@postrider/command/terminal/command-io'

/** Options of the command line; missing ones are asked for. */
export interface AdminOptions {
  readonly email?: string
  readonly name?: string
  readonly reason?: string
}

/** A command about a user, who is named by email address. */
export interface PersonCommand extends OperatorCommand {
  readonly email: string
}

/** Asks for the user and the reason; undefined if either is missing. */
export const askPerson = async (
  { questions }: CommandIo,
  options: AdminOptions,
): Promise<PersonCommand | undefined> => {
  const email = options.email ?? (await questions.ask('Email address: '))
  const reason = options.reason ?? (await questions.ask('Reason (kept in the audit log): '))
  return email === undefined || reason === undefined ? undefined : { actor: operator(), reason, email }
}

/** A password, typed twice; if it is empty, the user sets one through the link in an email. */
const askPassword = async ({ questions, terminal }: CommandIo): Promise<string | undefined> => {
  const first = await questions.askSecretly('Password (empty: the person gets an email to choose one): ')
  if (first === undefined || first === '') return first
  const second = await questions.askSecretly('Repeat password: ')
  if (second === first) return first
  terminal.complain('The two passwords differ.')
  return undefined
}

const askUser = async (io: CommandIo, options: AdminOptions): Promise<UserCommand | undefined> => {
  const { questions } = io
  const email = options.email ?? (await questions.ask('Email address: '))
  const displayName = options.name ?? (await questions.ask('Name: '))
  const password = await askPassword(io)
  const reason = options.reason ?? (await questions.ask('Reason (kept in the audit log): '))
  if (email === undefined || displayName === undefined || password === undefined || reason === undefined)
    return undefined
  return { actor: operator(), reason, email, displayName, password: password === '' ? undefined : password }
}

/** Creates a user who can sign in. */
export const createUserCommand =
  (io: CommandIo, options: AdminOptions) =>
  async (composition: Composition): Promise<number> => {
    const order = await askUser(io, options)
    if (order === undefined) {
      io.terminal.complain(NO_ANSWER)
      return EXIT.failed
    }
    const { createUser: create } = composition.postrider
    return confirmAndRun(io, composition, `Create the user ${order.email}?`, create(order), ({ userId }) =>
      io.terminal.say(`created ${userId}`),
    )
  }

/** Creates a super admin, and shows the secret for the authenticator app once. */
export const createSuperAdminCommand =
  (io: CommandIo, options: AdminOptions) =>
  async (composition: Composition): Promise<number> => {
    const order = await askUser(io, options)
    if (order === undefined) {
      io.terminal.complain(NO_ANSWER)
      return EXIT.failed
    }
    const sentence = `Create the super admin ${order.email} with all permissions on this platform?`
    const { createSuperAdmin: create } = composition.postrider
    return confirmAndRun(io, composition, sentence, create(order), (made) => {
      io.terminal.say(`created ${made.user.userId}`)
      showEnrolled(io.terminal, made)
    })
  }

/** The code is asked for last, because it expires soon. */
const askRenewal = async (
  io: CommandIo,
  options: AdminOptions,
): Promise<(PersonCommand & OperatorClaim) | undefined> => {
  const person = await askPerson(io, options)
  if (person === undefined) return undefined
  const password = await io.questions.askSecretly('Password: ')
  const code = await io.questions.askSecretly('Code from the authenticator, or a recovery code: ')
  return password === undefined || code === undefined ? undefined : { ...person, password, code }
}

/** Signs a super admin in for one operation, which gives them new codes. */
const renewing =
  ({ postrider }: Composition, { reason, ...claim }: PersonCommand & OperatorClaim) =>
  async (): Promise<E.Either<Refusal | Outage, readonly string[]>> => {
    const broken = checkReason(reason)
    if (broken.length > 0) return E.left(invalidRequest(broken))
    const admitted = await postrider.admitOperator(claim, NO_ORIGIN)()
    if (E.isLeft(admitted)) return admitted
    const { runOperation } = postrider
    const renewed = await runOperation(admitted.right, 'renewRecoveryCodes', { reason }, NO_ORIGIN)()
    if (E.isLeft(renewed)) return renewed
    const { recoveryCodes } = renewed.right.result as ResultOf<'renewRecoveryCodes'>
    return E.right(recoveryCodes ?? [])
  }

/** Gives a super admin, who proves their identity, ten new recovery codes, and shows them once. */
export const renewRecoveryCodesCommand =
  (io: CommandIo, options: AdminOptions) =>
  async (composition: Composition): Promise<number> => {
    const { terminal } = io
    const order = await askRenewal(io, options)
    if (order === undefined) {
      terminal.complain(NO_ANSWER)
      return EXIT.failed
    }
    const sentence = `Create new recovery codes for ${order.email}? The old ones stop working.`
    return confirmAndRun(io, composition, sentence, renewing(composition, order), (codes) => {
      showRecoveryCodes(terminal, codes)
      terminal.say('The codes are not shown again. The old ones no longer work.')
    })
  }

/** Removes the second factor of a user who has lost it. */
export const removeSecondFactorCommand =
  (io: CommandIo, options: AdminOptions) =>
  async (composition: Composition): Promise<number> => {
    const { terminal } = io
    const order = await askPerson(io, options)
    if (order === undefined) {
      terminal.complain(NO_ANSWER)
      return EXIT.failed
    }
    const sentence = `Remove the second factor of ${order.email} and end all sessions of this person?`
    const removed = composition.postrider.removeSecondFactorByCommand(order)
    return confirmAndRun(io, composition, sentence, removed, ({ userId }) =>
      terminal.say(`${userId} now signs in with only a password`),
    )
  }

/** Ends all sessions of a user, who can sign in again. */
export const endSessionsCommand =
  (io: CommandIo, options: AdminOptions) =>
  async (composition: Composition): Promise<number> => {
    const { terminal } = io
    const order = await askPerson(io, options)
    if (order === undefined) {
      terminal.complain(NO_ANSWER)
      return EXIT.failed
    }
    const sentence = `Sign ${order.email} out everywhere? The user can sign in again.`
    const ended = composition.postrider.endSessionsByCommand(order)
    return confirmAndRun(io, composition, sentence, ended, (count) =>
      terminal.say(count === 1 ? '1 session ended' : `${count} sessions ended`),
    )
  }

/** Disables or enables a user. */
export const switchUserCommand =
  (io: CommandIo, options: AdminOptions, status: 'disabled' | 'active') =>
  async (composition: Composition): Promise<number> => {
    const { terminal } = io
    const order = await askPerson(io, options)
    if (order === undefined) {
      terminal.complain(NO_ANSWER)
      return EXIT.failed
    }
    const { email } = order
    const { disableUserByCommand, enableUserByCommand } = composition.postrider
    const isEnd = status === 'disabled'
    const sentence = isEnd ? `Sign ${email} out everywhere and block sign-in?` : `Enable ${email} again?`
    return confirmAndRun(
      io,
      composition,
      sentence,
      isEnd ? disableUserByCommand(order) : enableUserByCommand(order),
      (user) => terminal.say(`${user.userId} is ${user.status}`),
    )
  }
