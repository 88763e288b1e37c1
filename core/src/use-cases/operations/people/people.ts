import { listedAgentKeyView } from '../../../domain/operations/keys/views.js'
import { superAdminView, userAccountView } from '../../../domain/operations/people/views.js'
import { ADMIN_PERMISSIONS } from '../../../domain/people/roles.js'
import type { User } from '../../../domain/people/user.js'
import { type Refusal, refusal } from '../../../domain/refusals/refusal.js'
import type { UserId } from '../../../domain/ids/id.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { switchUser } from '../../people/switch-user.js'
import {
  type Call,
  type CallWith,
  type Implementations,
  mutation,
  type Reading,
} from '../running/implementation.js'
import { knownId, knownIdIfNamed } from '../running/known-id.js'
import { pageOf } from '../running/page.js'

type Needs = Pick<Ports, 'storage' | 'digests'>

/** Super admins by their users' identifiers. */
const listSuperAdmins =
  ({ storage, digests }: Needs): Reading<'listSuperAdmins'> =>
  ({ request }) =>
  async () => {
    const page = pageOf(digests, 'usr', ['listSuperAdmins'], request)
    if (E.isLeft(page)) return page
    const { position, readAhead, cut } = page.right
    const read = await storage.administration.superAdmins(position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(value, ({ admin }) => admin.userId)
    const superAdmins = shown.map(({ admin, user }) => superAdminView(admin, user))
    return E.right({ epoch, value: { organizationId: undefined, result: { superAdmins, nextCursor } } })
  }

/** Another person whom the request names: PermissionDenied where the caller names himself. */
const anotherUser = ({
  request,
  facts,
}: CallWith<{ readonly userId: string }>): E.Either<Refusal, UserId> => {
  const userId = knownId('usr', request.userId)
  const isOwn = E.isRight(userId) && userId.right === facts.user.userId
  return isOwn ? E.left(refusal('PermissionDenied')) : userId
}

/**
 * Says what a super admin may do, from his next request on. Nobody changes his own, and whoever does this may do it: so
 * somebody is always left who may. NotFound for who is none, Conflict for another version than the present one.
 */
const setSuperAdminPermissions = mutation<'setSuperAdminPermissions'>('exclusive', async (unit, call) => {
  const { version, reason, permissions: wished } = call.request
  const userId = anotherUser(call)
  if (E.isLeft(userId)) return userId
  const user = await unit.users.lock(userId.right)
  const before = await unit.superAdmins.lock(userId.right)
  if (user === undefined || before === undefined) return E.left(refusal('NotFound'))
  if (before.version !== version) return E.left(refusal('Conflict'))
  const permissions = ADMIN_PERMISSIONS.filter((permission) => wished.includes(permission))
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
})

/** Lets another person in no more, or again. */
const switching = <K extends 'disableUser' | 'enableUser'>(status: User['status']) =>
  mutation<K>('exclusive', async (unit, call: Call<K>) => {
    const { version, reason } = call.request
    const userId = anotherUser(call)
    if (E.isLeft(userId)) return userId
    const done = await switchUser(unit, await unit.users.lock(userId.right), status, call.nowMs, version)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({ result: { user: userAccountView(result) }, about: { ...about, reason } })
  })

/** Agent keys, newest first, of an Organization or a kind, with the hour of their last use. */
const listAgentKeys =
  ({ storage, digests }: Needs): Reading<'listAgentKeys'> =>
  ({ request, nowMs }) =>
  async () => {
    const { kind } = request
    const organizationId = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organizationId)) return organizationId
    const page = pageOf(digests, 'agk', ['listAgentKeys', organizationId.right, kind], request)
    if (E.isLeft(page)) return page
    const { position: before, readAhead: limit, cut } = page.right
    const query = { organizationId: organizationId.right, kind, before, limit }
    const read = await storage.administration.agentKeys(query)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(value, ({ key }) => key.agentKeyId)
    const agentKeys = shown.map(({ key, lastUsedAtMs }) => listedAgentKeyView(key, lastUsedAtMs, nowMs))
    return E.right({ epoch, value: { organizationId: undefined, result: { agentKeys, nextCursor } } })
  }

/** People who administer the platform, and keys that act for people. */
export const adminPeopleImplementations = (
  needs: Needs,
): Pick<
  Implementations,
  'listSuperAdmins' | 'setSuperAdminPermissions' | 'disableUser' | 'enableUser' | 'listAgentKeys'
> => ({
  listSuperAdmins: listSuperAdmins(needs),
  setSuperAdminPermissions,
  disableUser: switching<'disableUser'>('disabled'),
  enableUser: switching<'enableUser'>('active'),
  listAgentKeys: listAgentKeys(needs),
})
