import { ADMIN_PERMISSIONS, type AdminPermission } from '@postrider/core/identity/domain/people/roles'
import type { Ports } from '@postrider/core/assembly/ports'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { aSuperAdmin, aUser } from '@postrider/conformance/builders/a-user'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'

type Needs = Pick<Ports, 'storage' | 'clock'>

/** The same super admin with a second factor confirmed just now. */
export const confirmedNow = async (
  { storage, clock }: Needs,
  { proof }: Pick<Operator, 'proof'>,
): Promise<Operator> => {
  const { epoch, value: facts } = await right(storage.people.operator(proof.userId))
  if (facts === undefined) throw new Error('there is no such super admin')
  return {
    _tag: 'Operator',
    audience: 'adminConsole',
    facts,
    epoch,
    proof: { ...proof, confirmedAtMs: clock.nowMs() },
  }
}

/** A new super admin whose identity was just confirmed, by default with every permission. */
export const anOperator = async (
  needs: Needs,
  permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS,
): Promise<Operator> => {
  const user = aUser()
  const { userId, passwordHash } = user
  await exclusively(needs, (unit) => {
    unit.users.add(user)
    unit.superAdmins.add(aSuperAdmin({ userId, permissions }))
  })
  return confirmedNow(needs, { proof: { userId, passwordHash, confirmedAtMs: 0 } })
}
