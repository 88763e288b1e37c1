import { expect } from 'chai'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { credentialCalls } from '../../../identity/operations/credentials/credential-calls.js'
import { type Person, useOffice } from '../../../assembly/an-office.js'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

const reason = 'Another task now.'

describe('The permissions that members give to credentials', () => {
  const office = useOffice()
  const { aCredential, create, list, named } = credentialCalls(office)

  it('never exceed their own', async () => {
    const developer = await office.at.member('developer')
    const actions = ['messages.send', 'billing.read', 'messages.read', 'usage.read']
    const refusal = await office.at.refused(developer, 'createServerCredential', aCredential({ actions }))
    expect('fields' in refusal && refusal.fields.map(({ field, code }) => `${field} ${code}`)).to.deep.equal([
      '/actions/1 not_allowed',
      '/actions/3 not_allowed',
    ])
    const { credential } = await create({ actions })
    const rotation = named(credential.credentialId)
    expect((await office.at.refused(developer, 'rotateServerCredential', rotation))._tag).to.equal(
      'PermissionDenied',
    )
  })

  it('come with the name of their maker, in each list', async () => {
    const developer = await office.at.member('developer')
    await create({}, developer)
    const { credentials } = await list()
    expect(credentials.map(({ createdBy }) => createdBy)).to.deep.equal([
      { userId: developer.userId, agentKeyId: null },
    ])
  })
})

for (const [engine, open] of engines)
  describe(`Credentials and keys of a member who is removed or demoted on ${engine}`, () => {
    const office = useOffice(open)
    const { create, isLetIn } = credentialCalls(office)
    const here = () => ({ organizationId: office.at.organizationId })

    const leaving = async () => {
      const person = await office.at.member('admin')
      const { secret } = await create({}, person)
      const { agentKey } = await office.at.doneAtWebsite(person, 'createOrganizationAgentKey', {
        ...here(),
        allowlist: ['getCustomerBalance'],
        label: 'report',
        reason,
      })
      return { person, secret, agentKeyId: agentKey.agentKeyId }
    }
    const remove = ({ userId }: Person, more: object) =>
      office.at.done(office.at.owner, 'revokeOrganizationMember', { ...here(), userId, reason, ...more })
    const demote = ({ userId }: Person, more: object) =>
      office.at.doneAtWebsite(office.at.owner, 'changeOrganizationMemberRole', {
        ...here(), userId, role: 'viewer', reason, ...more,
      }) // prettier-ignore

    for (const [name, end] of [
      ['removed', remove],
      ['demoted', demote],
    ] as const) {
      it(`are listed when they are ${name}, and stay valid`, async () => {
        const { person, secret, agentKeyId } = await leaving()
        const { credentials, agentKeys } = await end(person, {})
        expect(credentials.map(({ status }) => status)).to.deep.equal(['active'])
        expect(agentKeys.map((key) => [key.agentKeyId, key.status])).to.deep.equal([[agentKeyId, 'active']])
        expect(await isLetIn(secret)).to.equal(true)
      })

      it(`are revoked when they are ${name}, on request, without those of others`, async () => {
        const { person, secret } = await leaving()
        const kept = await create()
        const { credentials, agentKeys } = await end(person, { revokeCreated: true })
        for (const { status } of [...credentials, ...agentKeys]) expect(status).to.equal('revoked')
        expect([credentials.length, agentKeys.length]).to.deep.equal([1, 1])
        expect(await isLetIn(secret)).to.equal(false)
        expect(await isLetIn(kept.secret)).to.equal(true)
        const actions = (await office.at.acts()).map(({ action }) => action)
        expect(actions.slice(-2)).to.deep.equal(['revokeServerCredential', 'revokeOrganizationAgentKey'])
      })
    }
  })
