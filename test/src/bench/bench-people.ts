import { isId } from '@postrider/core/domain/ids/id'
import type { User } from '@postrider/core/domain/people/user'
import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/ports/ports'
import type { BenchPerson } from './control-requests.js'
import type { BenchTenant } from './requests.js'

const PASSWORD = 'slow horses carry letters far'

const personAt = (at: number): BenchPerson => ({
  email: `person-${at}@bench.example.com`,
  password: PASSWORD,
  clientAddress: `10.0.${at >> 8}.${at & 255}`,
})

const userOf = ({ ids, clock }: Ports, { email }: BenchPerson, passwordHash: string): User => ({
  userId: ids.next('usr'),
  email,
  emailKey: email,
  displayName: 'Bench',
  passwordHash,
  status: 'active',
  createdAtMs: clock.nowMs(),
  version: 1,
})

/** Sets people up who have one password, hashed once; the first of them owns the first tenant. */
export const provisionPeople = async (
  ports: Ports,
  [tenant]: readonly BenchTenant[],
  count: number,
): Promise<readonly BenchPerson[]> => {
  if (count === 0) return []
  const hashed = await ports.passwords.hash(PASSWORD)()
  if (E.isLeft(hashed)) throw new Error(hashed.left.cause)
  const people = Array.from({ length: count }, (_, at) => personAt(at))
  const users = people.map((person) => userOf(ports, person, hashed.right))
  const [owner] = users
  const organizationId = tenant?.organizationId ?? ''
  if (owner === undefined || !isId('org', organizationId)) throw new Error('no tenant to own')
  const done = await ports.storage.units.transact<never, undefined>('exclusive', async (unit) => {
    for (const user of users) unit.users.add(user)
    const { userId, createdAtMs } = owner
    unit.members.add({ organizationId, userId, role: 'owner', createdAtMs })
    return E.right(undefined)
  })()
  if (E.isLeft(done)) throw new Error(JSON.stringify(done.left))
  return people
}
