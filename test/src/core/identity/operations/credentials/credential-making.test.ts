import { quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { DAY_MS, HOUR_MS, isoTime, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { eventually } from '@postrider/conformance/eventually'
import { useOffice } from '../../../assembly/an-office.js'
import { credentialCalls, type Listed } from './credential-calls.js'
import { CONFLICT, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

describe('Server credentials', () => {
  const office = useOffice()
  const { aCredential, addApp, addMany, create, from, isLetIn, list, revoke, rotate } =
    credentialCalls(office)

  /** Returns the invalid fields of a refused credential. */
  const broken = async (more: object) => {
    const refusal = await office.at.refused(office.at.owner, 'createServerCredential', aCredential(more))
    return 'fields' in refusal ? refusal.fields.map(({ field, code }) => `${field} ${code}`) : [refusal._tag]
  }

  describe('Creating a server credential', () => {
    it('returns the whole bearer value, which lets a server in, and stores no secret', async () => {
      const { organizationId, brand, project, app, clock } = office.at
      const { credential, secret } = await create()
      const selector = secret?.split('_')[2] ?? ''
      expect(credential).to.deep.equal({
        credentialId: credential.credentialId,
        organizationId,
        brandId: brand.brandId,
        projectId: project.projectId,
        appId: app.appId,
        environment: 'test',
        selectorStart: selector.slice(0, 4),
        actions: ['messages.send', 'messages.read'],
        channels: ['sms', 'email'],
        label: 'order service',
        status: 'active',
        createdAt: isoTime(clock.nowMs()),
        expiresAt: from(30 * DAY_MS),
        revokedAt: null,
        lastUsedAt: null,
        createdBy: { userId: office.at.owner.userId, agentKeyId: null },
      })
      expect(await isLetIn(secret)).to.equal(true)
      const secretPart = secret?.split('_')[3] ?? 'none'
      expect(JSON.stringify([await office.at.acts(), await list()])).not.to.contain(secretPart)
    })

    it('is done once for a request id, and shows its secret once', async () => {
      const more = { requestId: 'first-credential' }
      const { credential } = await create(more)
      expect(await create(more)).to.deep.equal({ credential, secret: null, replayed: true })
      expect((await list()).credentials).to.have.length(1)
      const body = aCredential({ ...more, label: 'another' })
      expect((await office.at.refused(office.at.owner, 'createServerCredential', body))._tag).to.equal(
        'IdempotencyConflict',
      )
      const [act, ...others] = await office.at.acts()
      expect(others).to.deep.equal([])
      expect(act).to.deep.include({
        actor: { kind: 'user', id: office.at.owner.userId },
        action: 'createServerCredential',
        target: credential.credentialId,
      })
      expect(act?.details).to.deep.equal({
        appId: office.at.app.appId,
        environment: 'test',
        actions: 'messages.send,messages.read',
        channels: 'sms,email',
        expiresAt: credential.expiresAt,
      })
    })

    it('reports every invalid field separately', async () => {
      const actions = ['messages.send', 'usage.read', 'messages.send']
      expect(await broken({ actions, channels: [], expiresAt: from(0) })).to.deep.equal([
        '/actions/2 not_allowed',
        '/channels too_few',
        '/expiresAt too_small',
      ])
      expect(await broken({ channels: ['sms', 'sms'] })).to.deep.equal(['/channels/1 not_allowed'])
      expect(await broken({ expiresAt: from(366 * DAY_MS + 1) })).to.deep.equal(['/expiresAt too_large'])
      expect(await broken({ expiresAt: '2026-02-30T00:00:00.000Z' })).to.deep.equal(['/expiresAt format'])
      expect(await broken({ expiresAt: '2026-02-28T24:00:00.000Z' })).to.deep.equal(['/expiresAt format'])
    })

    it('limits the validity to a year of 366 days, and needs no channel for reading', async () => {
      const expiresAt = from(366 * DAY_MS)
      expect((await create({ expiresAt, actions: ['usage.read'], channels: [] })).credential).to.deep.include(
        {
          expiresAt,
          channels: [],
        },
      )
    })

    it('stays within the environment and the platform of its app', async () => {
      const appId = await addApp({ platform: 'ios' })
      expect(await broken({ environment: 'production' })).to.deep.equal(['/environment mismatch'])
      expect(await broken({ appId, environment: 'production' })).to.deep.equal([
        '/environment mismatch',
        '/appId not_allowed',
      ])
    })

    it('returns the same refusal for unknown apps, those of others, and those of another Brand or Project', async () => {
      const { other, owner } = office.at
      const wrong = [
        ...[other.app.appId, ...strangeIds(office.at, 'app')].map((appId) => ({ appId })),
        ...[other.brand.brandId, ...strangeIds(office.at, 'brd')].map((brandId) => ({ brandId })),
        ...[other.project.projectId, ...strangeIds(office.at, 'prj')].map((projectId) => ({ projectId })),
        {
          brandId: other.brand.brandId,
          projectId: other.project.projectId,
          appId: other.app.appId,
          environment: 'production',
        },
      ]
      for (const more of wrong)
        expect(
          await office.at.refused(owner, 'createServerCredential', aCredential(more)),
          JSON.stringify(more),
        ).to.deep.equal(NOT_FOUND)
    })

    it('is refused for a disabled app', async () => {
      const appId = await addApp({ status: 'disabled' })
      const body = aCredential({ appId })
      expect(await office.at.refused(office.at.owner, 'createServerCredential', body)).to.deep.equal(CONFLICT)
    })

    it('allows a hundred live ones for each app', async () => {
      const { credential } = await create()
      await addMany(99, credential)
      const body = aCredential()
      expect(await office.at.refused(office.at.owner, 'createServerCredential', body)).to.deep.equal(
        quotaReached('credentials'),
      )
      await create({ appId: await addApp({}) })
      await revoke(credential.credentialId)
      const { credential: last } = await create({ expiresAt: from(HOUR_MS) })
      expect(await office.at.refused(office.at.owner, 'createServerCredential', aCredential())).to.deep.equal(
        quotaReached('credentials'),
      )
      await office.at.time.advance(HOUR_MS)
      await create()
      expect(
        (await list({ limit: 100 })).credentials.find((one) => one.credentialId === last.credentialId)
          ?.status,
      ).to.equal('expired')
    })

    it('needs the permission to manage credentials', async () => {
      const refusal = await office.at.refused(office.at.viewer, 'createServerCredential', aCredential())
      expect(refusal._tag).to.equal('PermissionDenied')
    })
  })

  describe('Listing server credentials', () => {
    it('shows the newest first, in pages that together are complete, for one app only', async () => {
      const appId = await addApp({})
      const made: string[] = []
      for (const more of [{}, { appId }, {}, { appId }, {}])
        made.unshift((await create(more)).credential.credentialId)
      const idsOf = ({ credentials }: Listed) => credentials.map(({ credentialId }) => credentialId)
      expect(idsOf(await list())).to.deep.equal(made)
      expect(idsOf(await list({ appId }))).to.deep.equal([made[1], made[3]])
      const pages: Listed[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: Listed = await list({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })
        pages.push(page)
        cursor = page.nextCursor
      }
      expect(pages.map(({ credentials }) => credentials.length)).to.deep.equal([2, 2, 1])
      expect(pages.flatMap(idsOf)).to.deep.equal(made)
      const { nextCursor } = await list({ limit: 2 })
      const query = { organizationId: office.at.organizationId, appId, cursor: nextCursor }
      const refusal = await office.at.refused(office.at.owner, 'listServerCredentials', query)
      expect(refusal).to.deep.include({ _tag: 'InvalidRequest' })
    })

    it('shows the hour of their last use', async () => {
      const { credential, secret } = await create()
      await create()
      await office.at.time.advance(10 * HOUR_MS + 59 * 60 * SECOND_MS)
      expect(await isLetIn(secret)).to.equal(true)
      const used = isoTime(office.at.clock.nowMs() - 59 * 60 * SECOND_MS)
      const isNoted = async () => (await list()).credentials.some(({ lastUsedAt }) => lastUsedAt !== null)
      await eventually('the use is noted', isNoted)
      expect((await list()).credentials.map(({ lastUsedAt }) => lastUsedAt)).to.deep.equal([null, used])
      expect((await list()).credentials[1]).to.deep.equal({ ...credential, lastUsedAt: used })
      const { previous } = await rotate(credential.credentialId)
      expect(previous).to.include({ lastUsedAt: used })
      expect((await revoke(credential.credentialId)).credential).to.include({ lastUsedAt: used })
    })

    it('is empty for an app without any, and NotFound for an app of another Organization', async () => {
      await create()
      const appId = await addApp({})
      expect(await list({ appId })).to.deep.equal({ credentials: [], nextCursor: null })
      const foreign = office.at.other.app.appId
      for (const strange of [foreign, ...strangeIds(office.at, 'app')]) {
        const query = { organizationId: office.at.organizationId, appId: strange }
        expect(await office.at.refused(office.at.owner, 'listServerCredentials', query)).to.deep.equal(
          NOT_FOUND,
        )
      }
    })

    it('needs the permission to manage credentials', async () => {
      const query = { organizationId: office.at.organizationId }
      const refusal = await office.at.refused(office.at.viewer, 'listServerCredentials', query)
      expect(refusal._tag).to.equal('PermissionDenied')
      expect(await office.at.refused(office.at.other.owner, 'listServerCredentials', query)).to.deep.equal(
        NOT_FOUND,
      )
    })
  })
})
