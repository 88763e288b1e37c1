import { ADMIN_PERMISSIONS, type AdminPermission } from '../../domain/people/roles.js'
import { checkDisplayName } from '../../domain/people/display-name.js'
import { checkPassword } from '../../domain/people/password.js'
import { emailKeyOf, type SuperAdmin, type User } from '../../domain/people/user.js'
import { addressProblems } from '../../../kernel/inspections/text-problems.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { UserId } from '../../../kernel/ids/id.js'
import type { Passwords } from '../../ports/passwords.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { RecoveryCode, Totp } from '../../ports/totp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { executeCommand, type CommandNeeds } from '../../../audit/use-cases/execute-command.js'
import type { OperatorCommand } from '../../../audit/use-cases/operator-command.js'
import { totpContext } from './held-factor.js'

type Needs = CommandNeeds &
  MailNeeds & {
    readonly passwords: Passwords
    readonly totp: Totp
  }

/** A command for a new user. */
export interface UserCommand extends OperatorCommand {
  readonly email: string
  readonly displayName: string
  /** Undefined: an email lets the person choose one. */
  readonly password: string | undefined
}

/** A new super admin, with secrets that are shown only once. */
export interface NewSuperAdmin {
  readonly user: User
  readonly totpSecret: string
  /** The `otpauth://` URI that authenticator apps read. */
  readonly totpUri: string
  readonly recoveryCodes: readonly string[]
}

/** An unused second factor; all of it is shown only once. */
export interface NewFactor {
  readonly totpSecret: string
  /** The `otpauth://` URI that authenticator apps read. */
  readonly totpUri: string
  readonly codes: readonly RecoveryCode[]
}

/** Generates a second factor for the holder of an address. */
export const newFactor = ({ totp }: { readonly totp: Totp }, email: string): NewFactor => {
  const { secret: totpSecret, uri: totpUri } = totp.create(email)
  return { totpSecret, totpUri, codes: totp.recoveryCodes() }
}

/** The permissions and second factor of a new super admin. */
interface Powers extends Pick<NewFactor, 'totpSecret' | 'codes'> {
  readonly permissions: readonly AdminPermission[]
  /** The step of a code that was already accepted; absent: none was. */
  readonly lastTotpStep?: number
}

/**
 * A super admin in the form that the unit stores: the secret is sealed, and recovery codes are kept as
 * verifiers.
 */
export const superAdminOf = (
  { keyRing }: { readonly keyRing: KeyRing },
  { sealingKey }: Pick<UnitOfWork, 'sealingKey'>,
  userId: UserId,
  { permissions, totpSecret, codes, lastTotpStep = 0 }: Powers,
  createdAtMs: EpochMs,
): SuperAdmin => ({
  userId,
  permissions,
  sealedTotpSecret: keyRing.seal(totpSecret, totpContext(userId), sealingKey),
  lastTotpStep,
  recoveryVerifiers: codes.map(({ verifier }) => verifier),
  createdAtMs,
  version: 1,
})

const checkCommand = ({ passwords }: Needs, { email, displayName, password }: UserCommand) => [
  ...addressProblems('/email', email),
  ...checkDisplayName(displayName),
  ...(password === undefined
    ? []
    : checkPassword(password, '/password', [email, displayName], passwords.isCommon)),
]

/** Creates the user, and their further records, in one unit. */
const create = <R>(
  needs: Needs,
  command: UserCommand,
  action: string,
  further: (user: User, unit: UnitOfWork) => { readonly result: R; readonly superAdmin?: SuperAdmin },
): TE.TaskEither<Refusal | Outage, R> => {
  const { email, displayName, password } = command
  return async () => {
    const problems = checkCommand(needs, command)
    if (problems.length > 0) return E.left(invalidRequest(problems))
    const hashed = password === undefined ? E.right(undefined) : await needs.passwords.hash(password)()
    if (E.isLeft(hashed)) return hashed
    return executeCommand(needs)<R>(command, {
      action,
      work: async (unit, nowMs) => {
        const emailKey = emailKeyOf(email)
        if ((await unit.users.lockByEmail(emailKey)) !== undefined) return E.left(refusal('Conflict'))
        const user: User = {
          userId: needs.ids.next('usr'),
          email,
          emailKey,
          displayName,
          passwordHash: hashed.right,
          status: 'active',
          createdAtMs: nowMs,
          version: 1,
        }
        const { result, superAdmin } = further(user, unit)
        unit.users.add(user)
        if (superAdmin !== undefined) unit.superAdmins.add(superAdmin)
        if (password === undefined)
          await addMail(needs, unit, { content: { kind: 'recovery', email }, emailKey }, nowMs)
        return E.right({ about: { target: user.userId, organizationId: undefined, details: {} }, result })
      },
    })()
  }
}

/**
 * Creates a user who can sign in. InvalidRequest for an invalid address, name or password, Conflict if the
 * address belongs to a user.
 */
export const createUser =
  (needs: Needs) =>
  (command: UserCommand): TE.TaskEither<Refusal | Outage, User> =>
    create(needs, command, 'user.create', (user) => ({ result: user }))

/**
 * Creates a user who is a super admin with every permission, a second factor and ten recovery codes
 * (docs/api/sign-in#second-factors). Refusals as in {@link createUser}.
 */
export const createSuperAdmin =
  (needs: Needs) =>
  (command: UserCommand): TE.TaskEither<Refusal | Outage, NewSuperAdmin> => {
    const factor = newFactor(needs, command.email)
    const { totpSecret, totpUri, codes } = factor
    const powers = { ...factor, permissions: ADMIN_PERMISSIONS }
    return create(needs, command, 'super_admin.create', (user, unit) => ({
      result: { user, totpSecret, totpUri, recoveryCodes: codes.map(({ code }) => code) },
      superAdmin: superAdminOf(needs, unit, user.userId, powers, user.createdAtMs),
    }))
  }
