import { expect } from 'chai'
import { HOUR_MS, isoTime, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { aSuperAdmin, aUser } from '@postrider/conformance/builders/a-user'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { spelled } from '../../../runner/use-cases/a-sending-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields, CONFLICT, DENIED, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

const reason = 'Another task now.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`People as managed by super admins on ${engine}`, () => {
    const office = useOffice(open)

    it('are listed with their permissions, and nothing of their second factor', async () => {
      const operator = await office.at.operator(['admin.users'])
      const { user } = operator.facts
      const seen = []
      let cursor: string | null = null
      do {
        const request: object = cursor === null ? { limit: 1 } : { limit: 1, cursor }
        const page = await office.at.doneAbove(operator, 'listSuperAdmins', request)
        seen.push(...page.superAdmins)
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen.find(({ userId }) => userId === user.userId)).to.deep.equal({
        userId: user.userId,
        email: user.email,
        displayName: user.displayName,
        status: 'active',
        permissions: ['admin.users'],
        recoveryCodesLeft: 2,
        createdAt: isoTime(NOW_MS),
        version: 1,
        userVersion: user.version,
      })
      expect(JSON.stringify(seen)).not.to.match(/sealed|Verifiers|Totp|argon2/i)
    })

    it('can be customers, who lose all sessions on request, stay active, and get an email', async () => {
      const operator = await office.at.operator(['admin.users'])
      const person = await office.at.member('developer')
      const email = await office.at.write(async (unit) => (await unit.users.lock(person.userId))?.email ?? '')
      const context = { organizationId: office.at.organizationId }
      await office.at.done(person, 'listOrganizationMembers', context)
      expect(await office.at.doneAbove(operator, 'endUserSessions', { email, reason })).to.deep.include({
        ended: 1,
      })
      const session = await right(
        office.at.storage.people.sessions(person.userId, office.at.clock.nowMs(), 10),
      )
      expect(session.value).to.deep.equal([])
      expect((await office.at.write((unit) => unit.users.lock(person.userId)))?.status).to.equal('active')
      const jobs = await right(office.at.storage.mails.claim(office.at.clock.nowMs(), 1, 1_000))
      expect(jobs.some(({ kind }) => kind === 'sessions_ended')).to.equal(true)
      const auditor = await office.at.operator(['admin.audit'])
      const request = { action: 'endUserSessions', actorId: operator.facts.user.userId }
      const { events } = await office.at.doneAbove(auditor, 'listAuditEvents', request)
      expect(events[0]).to.deep.include({ target: person.userId, reason })
    })

    it("can't end sessions of others without the permission, nor their own", async () => {
      const operator = await office.at.operator(['admin.users'])
      const other = await office.at.operator(['admin.audit'])
      const { email } = operator.facts.user
      expect(spelled(await office.at.askAbove(other, 'endUserSessions', { email, reason }))).to.equal(
        'PermissionDenied',
      )
      expect(spelled(await office.at.askAbove(operator, 'endUserSessions', { email, reason }))).to.equal(
        'PermissionDenied',
      )
      const nobody = { email: 'nobody@example.com', reason }
      expect(spelled(await office.at.askAbove(operator, 'endUserSessions', nobody))).to.equal('NotFound')
    })

    it('have exactly their new permissions from the next call on', async () => {
      const operator = await office.at.operator(['admin.users'])
      const other = await office.at.operator(['admin.audit'])
      const { userId } = other.facts.user
      const set = (permissions: readonly string[], version: number) =>
        office.at.doneAbove(operator, 'setSuperAdminPermissions', { userId, permissions, version, reason })
      expect(spelled(await office.at.askAbove(other, 'listAuditEvents', {}))).to.equal('accepted')
      const { superAdmin } = await set(['admin.support', 'admin.organizations', 'admin.support'], 1)
      expect(superAdmin).to.deep.include({
        permissions: ['admin.organizations', 'admin.support'],
        version: 2,
        userVersion: 1,
      })
      expect(spelled(await office.at.askAbove(other, 'listAuditEvents', {}))).to.equal('PermissionDenied')
      expect(spelled(await office.at.askAbove(other, 'listOrganizations', {}))).to.equal('accepted')
      expect((await set([], 2)).superAdmin.permissions).to.deep.equal([])
      expect(spelled(await office.at.askAbove(other, 'listOrganizations', {}))).to.equal('PermissionDenied')
      const auditor = await office.at.operator(['admin.audit'])
      const { events } = await office.at.doneAbove(auditor, 'listAuditEvents', {
        action: 'setSuperAdminPermissions',
        actorId: operator.facts.user.userId,
      })
      expect(events.map(({ details }) => details)).to.deep.equal([
        { before: 'admin.organizations,admin.support', permissions: '', version: 3 },
        { before: 'admin.audit', permissions: 'admin.organizations,admin.support', version: 2 },
      ])
    })

    it('never lose the last holder of this permission: of two concurrent changes, one is refused', async () => {
      const [one, other] = [
        await office.at.operator(['admin.users']),
        await office.at.operator(['admin.users']),
      ]
      const take = (from: typeof one, by: typeof one) =>
        office.at.askAbove(by, 'setSuperAdminPermissions', {
          userId: from.facts.user.userId,
          permissions: [],
          version: 1,
          reason,
        })
      const answers = await Promise.all([take(one, other), take(other, one)])
      expect(answers.map(spelled).sort()).to.deep.equal(['PermissionDenied', 'accepted'])
    })

    it('are refused from the next call on when disabled, and let in again when enabled', async () => {
      const operator = await office.at.operator(['admin.users'])
      const { billing, organizationId } = office.at
      const { userId } = billing
      const balance = { organizationId, currency: 'INR' }
      expect(spelled(await office.at.ask(billing, 'getCustomerBalance', balance))).to.equal('accepted')
      const disabled = await office.at.doneAbove(operator, 'disableUser', { userId, version: 1, reason })
      expect(disabled.user).to.include({ userId, status: 'disabled', version: 2 })
      const tried = office.at.ask(billing, 'getCustomerBalance', balance)
      expect(await tried.then(spelled, () => 'Unauthenticated')).to.equal('Unauthenticated')
      expect(Object.keys(disabled.user).sort()).to.deep.equal(
        ['displayName', 'email', 'status', 'userId', 'version'].sort(),
      )
      const enabled = await office.at.doneAbove(operator, 'enableUser', { userId, version: 2, reason })
      expect(enabled.user).to.include({ status: 'active', version: 3 })
    })

    it('have Agent keys, which are listed with their last use', async () => {
      const operator = await office.at.operator(['admin.agentKeys'])
      const { organizationId, owner, storage, clock } = office.at
      const powers = { organizationId, sponsorId: owner.userId }
      const own = [anAgentKey(powers), anAgentKey({ ...powers, revokedAtMs: NOW_MS })]
      await office.at.write((unit) => {
        for (const key of own) unit.agentKeys.add(key)
      })
      const [first, second] = own
      if (first === undefined || second === undefined) throw new Error('no keys')
      await right(storage.administration.noteAgentUses([first.agentKeyId], NOW_MS - HOUR_MS))
      await office.at.time.advance(MINUTE_MS)
      const list = (body: object) => office.at.doneAbove(operator, 'listAgentKeys', body)
      const page = await list({ organizationId, limit: 1 })
      const rest = await list({ organizationId, limit: 1, cursor: page.nextCursor })
      expect(rest.nextCursor).to.equal(null)
      const [newest, oldest] = [...page.agentKeys, ...rest.agentKeys]
      expect(newest).to.deep.include({ agentKeyId: second.agentKeyId, status: 'revoked', lastUsedAt: null })
      expect(oldest).to.deep.include({
        agentKeyId: first.agentKeyId,
        kind: 'customer',
        organizationId,
        sponsorId: owner.userId,
        label: 'a reader',
        allowlist: ['getCustomerContext'],
        status: 'active',
        lastUsedAt: isoTime(NOW_MS - HOUR_MS),
      })
      expect(JSON.stringify([page, rest])).not.to.include(first.verifier)
      expect((await list({ organizationId, kind: 'admin' })).agentKeys).to.deep.equal([])
      expect(clock.nowMs()).to.be.greaterThan(NOW_MS)
    })
  })

describe('The refusals of super admins who manage people', () => {
  const office = useOffice()

  it('cover removing admin.users from all other people without a second person, in either way', async () => {
    const operator = await office.at.operator(['admin.users'])
    const last = await office.at.operator(['admin.users', 'admin.audit'])
    const own = [operator, last].map(({ facts }) => facts.user.userId)
    // The super admins of other tests no longer exist.
    await office.at.write(async (unit) => {
      for (const userId of await unit.superAdmins.holders('admin.users')) {
        const user = own.includes(userId) ? undefined : await unit.users.lock(userId)
        if (user !== undefined) unit.users.replace({ ...user, status: 'disabled' })
      }
    })
    const { userId } = last.facts.user
    const disabling = { userId, version: 1, reason }
    const demoting = { ...disabling, permissions: ['admin.audit'] }
    for (const [name, body] of [
      ['disableUser', disabling],
      ['setSuperAdminPermissions', demoting],
    ] as const) {
      const refused = await office.at.refusedAbove(operator, name, body)
      expect(refused, name).to.have.property('_tag', 'Conflict')
      expect(refused, name).to.have.property('message').that.includes('only you would have admin.users')
    }
    await office.at.operator(['admin.users'])
    await office.at.doneAbove(operator, 'disableUser', disabling)
  })

  it('cover dangerous changes without a second factor of the last five minutes', async () => {
    const operator = await office.at.operator()
    const other = await office.at.operator(['admin.audit'])
    await office.at.time.advance(5 * MINUTE_MS + 1)
    const body = { userId: other.facts.user.userId, version: 1, reason }
    expect(await office.at.refusedAbove(operator, 'disableUser', body)).to.deep.include(DENIED)
  })

  it('cover changing their own permissions and disabling themselves', async () => {
    const operator = await office.at.operator()
    const own = { userId: operator.facts.user.userId, version: 1, reason }
    for (const name of ['disableUser', 'enableUser'] as const)
      expect(await office.at.refusedAbove(operator, name, own), name).to.deep.include(DENIED)
    const set = { ...own, permissions: ['admin.users'] }
    expect(await office.at.refusedAbove(operator, 'setSuperAdminPermissions', set)).to.deep.include(DENIED)
  })

  it("cover unknown people, other users, a stale version, and a state that doesn't change", async () => {
    const operator = await office.at.operator()
    const [user, admin] = [aUser(), aUser()]
    await office.at.write((unit) => {
      unit.users.add(user)
      unit.users.add(admin)
      unit.superAdmins.add(aSuperAdmin({ userId: admin.userId }))
    })
    const refused = (name: Parameters<typeof office.at.refusedAbove>[1], body: object) =>
      office.at.refusedAbove(operator, name, { version: 1, reason, ...body })
    for (const userId of strangeIds(office.at, 'usr')) {
      for (const name of ['disableUser', 'enableUser'] as const)
        expect(await refused(name, { userId }), name).to.deep.equal(NOT_FOUND)
      expect(await refused('setSuperAdminPermissions', { userId, permissions: [] })).to.deep.equal(NOT_FOUND)
    }
    const { userId } = user
    expect(await refused('setSuperAdminPermissions', { userId, permissions: [] })).to.deep.equal(NOT_FOUND)
    expect(await refused('disableUser', { userId, version: 2 })).to.deep.equal(CONFLICT)
    expect(await refused('enableUser', { userId })).to.deep.equal(CONFLICT)
    const stale = { userId: admin.userId, permissions: [], version: 2 }
    expect(await refused('setSuperAdminPermissions', stale)).to.deep.equal(CONFLICT)
    const unknown = { userId: admin.userId, permissions: ['admin.everything'] }
    expect(brokenFields(await refused('setSuperAdminPermissions', unknown))).to.deep.equal([
      '/permissions/0 not_allowed',
    ])
    const keys = await office.at.refusedAbove(operator, 'listAgentKeys', { organizationId: 'org_none' })
    expect(keys).to.deep.equal(NOT_FOUND)
  })

  it('cover granting power without a recently confirmed second factor, and every change by Agents', async () => {
    const operator = await office.at.operator()
    const other = await office.at.operator([])
    await office.at.time.advance(6 * MINUTE_MS)
    const set = { userId: other.facts.user.userId, permissions: ['admin.users'], version: 1, reason }
    expect(await office.at.refusedAbove(operator, 'setSuperAdminPermissions', set)).to.deep.include(DENIED)
    for (const name of [
      'listSuperAdmins',
      'setSuperAdminPermissions',
      'disableUser',
      'enableUser',
      'listAgentKeys',
    ] as const)
      expect(spelled(await office.at.askByAdminAgent(operator, name, {})), name).to.equal(
        'OperationNotAllowed',
      )
  })
})
