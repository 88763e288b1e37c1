import type { UserId } from '../../../kernel/ids/id.js'
import { superAdminView, userAccountView } from './views.js'
import { ADMIN_PERMISSIONS } from '../../domain/people/roles.js'
import type { User } from '../../domain/people/user.js'
import { type Refusal, refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { switchUser } from '../../use-cases/people/switch-user.js'
import { propose } from '../../../approvals/operations/propose.js'
import { type CallOf, type AuthorizedCall, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../domain/access/operation.js'
import { PEOPLE_INTERACTIVE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { userId as userIdField } from '../../../runner/domain/fields/people.js'
import { version as versionField } from '../../../runner/domain/fields/version.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { userAccountShape, adminPermissions, superAdminShape } from './shapes.js'
import { approvalShape } from '../../../approvals/operations/shapes.js'

const SWITCH = {
  ...PEOPLE_INTERACTIVE,
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ userId: userIdField, version: versionField, reason: reasonField }, {}),
  result: mutationResult({ user: userAccountShape }, {}),
} as const

/** The requested user, who must be another person: PermissionDenied for the caller. */
const anotherUser = ({
  request,
  facts,
}: AuthorizedCall<{ readonly userId: string }>): E.Either<Refusal, UserId> => {
  const userId = knownId('usr', request.userId)
  const isOwn = E.isRight(userId) && userId.right === facts.user.userId
  return isOwn ? E.left(refusal('PermissionDenied')) : userId
}

const LAST_HOLDER = refusalSaying(
  'Conflict',
  'After this change, only you would have admin.users. Give it to a third super admin first, or use `postrider admin` on the server.',
)

/**
 * Conflict if the user is the only other super admin with `admin.users`: a single person can't remove it from
 * everyone else (docs/promises#dangerous-operations). Needs an exclusive unit.
 */
const checkLastHolder = async (
  unit: UnitOfWork,
  { facts }: AuthorizedCall<unknown>,
  userId: UserId,
): Promise<E.Either<Refusal, undefined>> => {
  const holders = await unit.superAdmins.holders('admin.users')
  const others = holders.filter((holder) => holder !== facts.user.userId)
  return others.length === 1 && others[0] === userId ? E.left(LAST_HOLDER) : E.right(undefined)
}

/**
 * Sets the permissions of a super admin, effective with their next request. Callers can't change their own,
 * so at least one person always keeps `admin.users`. NotFound for users who aren't super admins. Conflict for
 * an outdated version, and if only the caller would have `admin.users` afterwards.
 */
export const setSuperAdminPermissionsEntry = entryOf('People', 'setSuperAdminPermissions', {
  ...PEOPLE_INTERACTIVE,
  stepUp: true,
  summary: 'Set the permissions of a super admin',
  description:
    "Replaces all permissions of the super admin. Callers can't change their own, so that someone with this permission always remains.",
  mutation: true,
  effect: 'changes',
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest(
    { userId: userIdField, permissions: adminPermissions, version: versionField, reason: reasonField },
    {},
  ),
  result: mutationResult({ superAdmin: superAdminShape }, {}),
})

export const setSuperAdminPermissions = mutation(setSuperAdminPermissionsEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { version, reason, permissions: wished } = call.request
    const userId = anotherUser(call)
    if (E.isLeft(userId)) return userId
    const user = await unit.users.lock(userId.right)
    const before = await unit.superAdmins.lock(userId.right)
    if (user === undefined || before === undefined) return E.left(refusal('NotFound'))
    if (before.version !== version) return E.left(refusal('Conflict'))
    const permissions = ADMIN_PERMISSIONS.filter((permission) => wished.includes(permission))
    if (!permissions.includes('admin.users')) {
      const last = await checkLastHolder(unit, call, userId.right)
      if (E.isLeft(last)) return last
    }
    const admin = { ...before, permissions, version: version + 1 }
    unit.superAdmins.replace(admin)
    const details = {
      before: before.permissions.join(','),
      permissions: permissions.join(','),
      version: admin.version,
    }
    return E.right({
      result: { superAdmin: superAdminView(admin, user) },
      about: { target: userId.right, reason, details },
    })
  },
})

/**
 * Proposes that another super admin enrolls again. NotFound for users who aren't super admins; Conflict if
 * they are disabled, and for an outdated version.
 */
export const resetSecondFactorEntry = entryOf('People', 'resetSecondFactor', {
  ...PEOPLE_INTERACTIVE,
  stepUp: true,
  summary: 'Propose to reset the second factor of a super admin who lost it',
  description:
    'After another super admin approves, the second factor and all sessions of the person are removed. They can do nothing until they enroll again with a link to their own address. Nobody can propose or approve their own reset.',
  mutation: true,
  effect: 'adds',
  quotas: ['pendingApprovals'],
  controls: ['reason', 'makerChecker', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ userId: userIdField, version: versionField, reason: reasonField }, {}),
  result: mutationResult({ approval: approvalShape }, {}),
})

export const resetSecondFactor = mutation(resetSecondFactorEntry, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const { version, reason } = call.request
    const userId = anotherUser(call)
    if (E.isLeft(userId)) return userId
    const complete = async () => {
      const user = await unit.users.lock(userId.right)
      const admin = await unit.superAdmins.lock(userId.right)
      if (user === undefined || admin === undefined) return E.left(refusal('NotFound'))
      if (user.status !== 'active' || admin.version !== version) return E.left(refusal('Conflict'))
      return E.right({ kind: 'second_factor_reset', userId: userId.right } as const)
    }
    return propose(needs, unit, call, { organizationId: undefined, reason, complete })
  },
})

/** Disables or enables another person's sign-in. */
const switching = (status: User['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, call: CallOf<typeof disableUserEntry>) => {
    const { version, reason } = call.request
    const userId = anotherUser(call)
    if (E.isLeft(userId)) return userId
    if (status === 'disabled') {
      const last = await checkLastHolder(unit, call, userId.right)
      if (E.isLeft(last)) return last
    }
    const done = await switchUser(unit, await unit.users.lock(userId.right), status, call.nowMs, version)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({ result: { user: userAccountView(result) }, about: { ...about, reason } })
  },
})

/**
 * Disables a user: their sessions end immediately, and so do the keys that they sponsor. Conflict if only the
 * caller would have `admin.users` afterwards.
 */
export const disableUserEntry = entryOf('People', 'disableUser', {
  ...SWITCH,
  effect: 'ends',
  stepUp: true,
  summary: 'Disable a user',
  description:
    "Ends the user’s sessions at once, and refuses the keys that the user sponsors. Callers can't disable themselves.",
})

export const disableUser = mutation(disableUserEntry, switching('disabled'))

export const enableUserEntry = entryOf('People', 'enableUser', {
  ...SWITCH,
  stepUp: true,
  effect: 'changes',
  summary: 'Let a disabled user sign in again',
  description: "Sessions that ended when the user was disabled don't come back.",
})

export const enableUser = mutation(enableUserEntry, switching('active'))
