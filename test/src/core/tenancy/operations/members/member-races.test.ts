import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { postgresOpener } from '../../../../adapters/storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { right } from '@postrider/conformance/outcome'
import { type Person, useOffice } from '../../../assembly/an-office.js'

const AT_ONCE = 8
const ROUNDS = 8

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
  ['PostgreSQL', postgresOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Concurrent member calls on ${engine}`, () => {
    const office = useOffice(open)

    const pending = async () => {
      const { value } = await right(office.at.storage.people.invitations(office.at.organizationId, 100))
      return value
    }

    const revoke = (caller: Person, { userId }: Person) =>
      office.at.ask(caller, 'revokeOrganizationMember', {
        organizationId: office.at.organizationId,
        userId,
        reason: 'Has left the company.',
      })

    it('leave one invitation for an address that is invited twice at once', async () => {
      const { owner, ask, organizationId } = office.at
      // Only two calls, repeated: a third would hide their result, and so would an existing invitation.
      for (let round = 0; round < ROUNDS; round += 1) {
        const body = { organizationId, email: `asha.${round}@example.com`, role: 'viewer' }
        const answers = await Promise.all([1, 2].map(() => ask(owner, 'inviteOrganizationMember', body)))
        expect(answers.filter((answer) => E.isRight(answer))).to.have.length(2)
        const [left, ...more] = await pending()
        expect(more).to.deep.equal([])
        const named = { organizationId, invitationId: left?.invitationId, reason: 'Once more.' }
        await office.at.done(owner, 'revokeOrganizationMember', named)
      }
    })

    it('run once if they arrive many times at once with one request id', async () => {
      const { owner, ask, organizationId } = office.at
      const body = { organizationId, email: 'ravi@example.com', role: 'viewer', requestId: 'invite-ravi' }
      const before = (await office.at.acts()).length
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => ask(owner, 'inviteOrganizationMember', body)),
      )
      const replays = answers.map((answer) => (E.isRight(answer) ? answer.right.replayed : answer.left._tag))
      expect(replays).to.have.members([false, ...Array.from({ length: AT_ONCE - 1 }, () => true)])
      expect((await office.at.acts()).length - before).to.equal(1)
    })

    it('leave an owner, for any combination of revocations', async () => {
      const { owner, organizationId, write } = office.at
      const others = [await office.at.stranger(), await office.at.stranger()]
      await write((unit) => {
        for (const { userId } of others)
          unit.members.add({ organizationId, userId, role: 'owner', createdAtMs: 0 })
      })
      const circle = [owner, ...others]
      await Promise.all(circle.map((one, at) => revoke(one, circle[(at + 1) % circle.length] ?? owner)))
      const { value } = await right(office.at.storage.people.members(organizationId, undefined, 100))
      expect(value.filter(({ role }) => role === 'owner')).to.have.length.of.at.least(1)
    })
  })
