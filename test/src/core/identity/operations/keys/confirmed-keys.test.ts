import { expect } from 'chai'
import type { AgentKeyId } from '@postrider/core/kernel/ids/id'
import type { OperationName } from '@postrider/core/assembly/registry'
import type { E } from '@postrider/core/fp'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { aUser } from '@postrider/conformance/builders/a-user'
import { mailContext } from '@postrider/core/identity/use-cases/mails/add-mail'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { opened, right } from '@postrider/conformance/outcome'
import { type Person, useOffice } from '../../../assembly/an-office.js'

const BODY = { label: 'nightly report', reason: 'The report needs it.' }
const WAITING = 'The Agent key works only after its sponsor confirms it at the website, under Agent keys.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Agent keys that a super admin makes for another person on ${engine}`, () => {
    const office = useOffice(open)
    const here = () => ({ organizationId: office.at.organizationId })

    const emailOf = (person: Person): Promise<string> =>
      exclusively(office.at, async (unit) => (await unit.users.lock(person.userId))?.email ?? '')

    const tagOf = async (answer: Promise<E.Either<{ readonly _tag: string }, unknown>>): Promise<string> => {
      const given = await answer
      return given._tag === 'Left' ? given.left._tag : 'done'
    }
    const refusedThere = (person: Person, name: OperationName, body: object): Promise<string> =>
      tagOf(office.at.askAtWebsite(person, name, body))

    const make = async (operator: Operator, sponsor: Person, changes: object = {}) => {
      const body = { ...here(), ...BODY, kind: 'customer', allowlist: ['getCustomerContext'], ...changes }
      return office.at.doneAbove(operator, 'createAgentKey', {
        ...body,
        sponsorEmail: await emailOf(sponsor),
      })
    }
    const refusalOf = async (operator: Operator, sponsor: Person, changes: object) => {
      const body = { ...here(), ...BODY, kind: 'customer', allowlist: ['getCustomerContext'], ...changes }
      const request = { ...body, sponsorEmail: await emailOf(sponsor) }
      const answer = await office.at.askAbove(operator, 'createAgentKey', request)
      if (answer._tag === 'Right') return answer._tag
      const refusal = answer.left
      return 'fields' in refusal ? refusal.fields.map(({ field, code }) => `${field} ${code}`) : refusal._tag
    }
    const context = (secret: string | null) => office.at.askWith(secret ?? '', 'getCustomerContext', {})
    const confirm = (person: Person, agentKeyId: string) =>
      office.at.doneAtWebsite(person, 'confirmAgentKey', { agentKeyId })
    /** Returns the waiting notices about new keys, by address. */
    const notices = async (): Promise<readonly string[]> => {
      const jobs = await right(office.at.storage.mails.claim(office.at.clock.nowMs(), 1, 100))
      return jobs
        .filter(({ kind }) => kind === 'agent_key_made')
        .map(({ mailJobId, sealed }) => {
          const content = opened(office.at.keyRing.open(sealed, mailContext(mailJobId)))
          return (JSON.parse(content) as { readonly email: string }).email
        })
        .sort()
    }

    it('have no effect until that person confirms them', async () => {
      const { owner } = office.at
      const { agentKey, secret } = await make(await office.at.operator(), owner)
      expect(agentKey.status).to.equal('awaiting_confirmation')
      const refused = await context(secret)
      expect(refused._tag === 'Left' && refused.left).to.deep.include({
        _tag: 'PermissionDenied',
        message: WAITING,
      })
      const confirmed = await confirm(owner, agentKey.agentKeyId)
      expect(confirmed.agentKey.status).to.equal('active')
      expect((await context(secret))._tag).to.equal('Right')
      const act = (await office.at.acts()).find(({ action }) => action === 'confirmAgentKey')
      expect(act).to.deep.include({ target: agentKey.agentKeyId, actor: { kind: 'user', id: owner.userId } })
    })

    it('are confirmed by no other person, and once', async () => {
      const { owner, admin } = office.at
      const { agentKey } = await make(await office.at.operator(), owner)
      const { agentKeyId } = agentKey
      for (const person of [admin, office.at.other.owner])
        expect(await refusedThere(person, 'confirmAgentKey', { agentKeyId })).to.equal('NotFound')
      await confirm(owner, agentKeyId)
      expect(await refusedThere(owner, 'confirmAgentKey', { agentKeyId })).to.equal('Conflict')
    })

    it("can't be confirmed when revoked, or by a person who can no longer manage keys", async () => {
      const { owner } = office.at
      const operator = await office.at.operator()
      const sponsor = await office.at.member('admin')
      const first = await make(operator, sponsor)
      const second = await make(operator, sponsor)
      const { agentKeyId } = first.agentKey
      await office.at.doneAtWebsite(owner, 'revokeOrganizationAgentKey', {
        ...here(),
        agentKeyId,
        reason: 'No.',
      })
      expect(await refusedThere(sponsor, 'confirmAgentKey', { agentKeyId })).to.equal('Conflict')
      await office.at.doneAtWebsite(owner, 'changeOrganizationMemberRole', {
        ...here(),
        userId: sponsor.userId,
        role: 'developer',
        reason: 'Another task.',
      })
      const left = { agentKeyId: second.agentKey.agentKeyId }
      expect(await refusedThere(sponsor, 'confirmAgentKey', left)).to.equal('PermissionDenied')
    })

    it('never create credentials, and never exceed the permissions of their sponsor', async () => {
      const operator = await office.at.operator()
      const allowlist = ['getCustomerBalance', 'createServerCredential']
      expect(await refusalOf(operator, office.at.owner, { allowlist })).to.deep.equal([
        '/allowlist/1 not_allowed',
      ])
    })

    it('are rotated only by their sponsor', async () => {
      const { owner, admin } = office.at
      const operator = await office.at.operator()
      const { agentKey } = await make(operator, owner)
      const { agentKeyId } = agentKey
      const request = { agentKeyId, reason: 'Time for a new one.' }
      expect(await tagOf(office.at.askAbove(operator, 'rotateAgentKey', request))).to.equal(
        'PermissionDenied',
      )
      const there = { ...here(), ...request }
      expect(await refusedThere(admin, 'rotateOrganizationAgentKey', there)).to.equal('Conflict')
      await confirm(owner, agentKeyId)
      expect(await tagOf(office.at.askAbove(operator, 'rotateAgentKey', request))).to.equal(
        'PermissionDenied',
      )
      const { agentKey: next } = await office.at.doneAtWebsite(owner, 'rotateOrganizationAgentKey', there)
      expect(next.status).to.equal('active')
    })

    it('are reported to that person and the owners, by email', async () => {
      const { owner, admin } = office.at
      await right(office.at.storage.mails.claim(office.at.clock.nowMs() + DAY_MS, 365 * DAY_MS, 1_000))
      await make(await office.at.operator(), admin)
      expect(await notices()).to.deep.equal([await emailOf(owner), await emailOf(admin)].sort())
    })

    it('need no confirmation if people make them for themselves', async () => {
      const operator = await office.at.operator()
      const { user } = operator.facts
      const request = {
        ...BODY,
        kind: 'bootstrap',
        allowlist: ['createOrganization'],
        sponsorEmail: user.email,
      }
      const own = await office.at.doneAbove(operator, 'createAgentKey', request)
      expect(own.agentKey.status).to.equal('active')
      const stranger = aUser()
      await office.at.write((unit) => unit.users.add(stranger))
      const theirs = await office.at.doneAbove(operator, 'createAgentKey', {
        ...request,
        sponsorEmail: stranger.email,
      })
      expect(theirs.agentKey.status).to.equal('awaiting_confirmation')
    })
  })

describe('Credentials that an Agent key created', () => {
  const office = useOffice()
  const here = () => ({ organizationId: office.at.organizationId })

  /** A key of the owner's, and a credential that it created. */
  const made = async () => {
    const { owner, brand, project, app, clock } = office.at
    const allowlist = ['createServerCredential']
    const body = { ...here(), ...BODY, allowlist }
    const { agentKey, secret } = await office.at.doneAtWebsite(owner, 'createOrganizationAgentKey', body)
    const request = {
      ...here(),
      brandId: brand.brandId,
      projectId: project.projectId,
      appId: app.appId,
      environment: 'test',
      actions: ['messages.send'],
      channels: ['sms'],
      expiresAt: isoTime(clock.nowMs() + DAY_MS),
      label: 'of the key',
    }
    const answer = await office.at.askWith(secret ?? '', 'createServerCredential', request)
    expect(answer._tag, JSON.stringify(answer)).to.equal('Right')
    return agentKey.agentKeyId as AgentKeyId
  }
  const listed = async () =>
    (await office.at.done(office.at.owner, 'listServerCredentials', here())).credentials

  it('name the key and the person, and are listed when it is revoked', async () => {
    const agentKeyId = await made()
    const [credential] = await listed()
    expect(credential?.createdBy).to.deep.equal({ userId: office.at.owner.userId, agentKeyId })
    const reason = 'It leaked.'
    const body = { ...here(), agentKeyId, reason }
    const { credentials } = await office.at.doneAtWebsite(office.at.owner, 'revokeOrganizationAgentKey', body)
    expect(credentials.map(({ credentialId, status }) => [credentialId, status])).to.deep.equal([
      [credential?.credentialId, 'active'],
    ])
    expect((await listed())[0]?.status).to.equal('active')
  })

  it('are revoked with it on request, by owners and super admins, and logged', async () => {
    for (const isAbove of [false, true]) {
      const agentKeyId = await made()
      const request = { agentKeyId, reason: 'It leaked.', revokeCredentials: true }
      const { credentials } = isAbove
        ? await office.at.doneAbove(await office.at.operator(), 'revokeAgentKey', request)
        : await office.at.doneAtWebsite(office.at.owner, 'revokeOrganizationAgentKey', {
            ...here(),
            ...request,
          })
      expect(credentials.map(({ status }) => status)).to.deep.equal(['revoked'])
      const acts = await office.at.acts()
      expect(acts.slice(-2).map(({ action }) => action)).to.deep.equal([
        isAbove ? 'revokeAgentKey' : 'revokeOrganizationAgentKey',
        'revokeServerCredential',
      ])
    }
    expect((await listed()).map(({ status }) => status)).to.deep.equal(['revoked', 'revoked'])
  })

  it('come only from keys of owners', async () => {
    const body = { ...here(), ...BODY, allowlist: ['createServerCredential'] }
    const { admin, owner } = office.at
    const refusal = await office.at.refusedAtWebsite(admin, 'createOrganizationAgentKey', body)
    expect('fields' in refusal && refusal.fields.map(({ field }) => field)).to.deep.equal(['/allowlist/0'])
    const { agentKey } = await office.at.doneAtWebsite(owner, 'createOrganizationAgentKey', body)
    const rotation = { ...here(), agentKeyId: agentKey.agentKeyId, reason: 'Time for a new one.' }
    expect((await office.at.refusedAtWebsite(admin, 'rotateOrganizationAgentKey', rotation))._tag).to.equal(
      'PermissionDenied',
    )
    await office.at.doneAtWebsite(owner, 'rotateOrganizationAgentKey', rotation)
  })
})
