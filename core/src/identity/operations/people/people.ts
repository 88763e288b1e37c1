import type { UserId } from '../../../kernel/ids/id.js'
import { peopleOperations } from './operations.js'
import { superAdminView, userAccountView } from './views.js'
import { ADMIN_PERMISSIONS } from '../../domain/people/roles.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import { type Refusal, refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { endSessionsOfUser } from '../../use-cases/people/end-sessions-of-user.js'
import { switchUser } from '../../use-cases/people/switch-user.js'
import { propose } from '../../../approvals/operations/propose.js'
import { type CallOf, type AuthorizedCall, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'

/** Super admins by their users' identifiers. */
export const listSuperAdmins = listing(peopleOperations.listSuperAdmins, {
  positions: byId('usr'),
  read: (_query, { position, readAhead }, { storage }) =>
    storage.administration.superAdmins(position, readAhead)(),
  positionOf: ({ admin }) => admin.userId,
  show: (found) => ({ superAdmins: found.map(({ admin, user }) => superAdminView(admin, user)) }),
})

/** Another person whom the request names: PermissionDenied where it is the caller. */
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
  'Besides you, nobody else has admin.users. Give it to a third super admin first, or use `postrider admin` on the server.',
)

/**
 * Conflict where the user is the only other super admin with `admin.users`: one person alone can't take it from
 * everybody else (docs/promises#dangerous-operations). In an exclusive unit.
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
 * Says what a super admin may do, from their next request on. Nobody changes their own, and who changes another's has the permission: so
 * somebody is always left who may. NotFound for anybody else; Conflict for another version than the present one, and where
 * nobody but the caller would have `admin.users` afterwards.
 */
export const setSuperAdminPermissions = mutation(peopleOperations.setSuperAdminPermissions, {
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
 * Proposes that another super admin enrols anew. NotFound for anybody else; Conflict for one who is disabled, and for another
 * version than the present one.
 */
export const resetSecondFactor = mutation(peopleOperations.resetSecondFactor, {
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

/** Lets another person in no more, or again. */
const switching = (status: User['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, call: CallOf<typeof peopleOperations.disableUser>) => {
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
 * The user's sessions end at once, and so do the keys that the user sponsors. Conflict where nobody but the caller would have
 * `admin.users` afterwards.
 */
export const disableUser = mutation(peopleOperations.disableUser, switching('disabled'))

/** The user may sign in again. */
export const enableUser = mutation(peopleOperations.enableUser, switching('active'))

/**
 * Ends all sessions of another user, who can sign in again and gets an email. NotFound if nobody has the address; PermissionDenied for the
 * caller's own.
 */
export const endUserSessions = mutation(peopleOperations.endUserSessions, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }, needs) => {
    const user = await unit.users.lockByEmail(emailKeyOf(request.email))
    if (user === undefined) return E.left(refusal('NotFound'))
    if (user.userId === facts.user.userId) return E.left(refusal('PermissionDenied'))
    const ended = await endSessionsOfUser(needs, unit, user, nowMs)
    return E.right({
      result: { ended },
      about: { target: user.userId, reason: request.reason, details: { sessions: ended } },
    })
  },
})
