import { quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { useOffice } from '../../../assembly/an-office.js'
import { credentialCalls, REASON } from './credential-calls.js'
import { CONFLICT, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

describe('Server credentials', () => {
  const office = useOffice()
  const { aCredential, addMany, create, from, isLetIn, list, named, revoke, rotate } = credentialCalls(office)

  describe('Rotating a server credential', () => {
    it('creates another with the same permissions, and keeps both valid for the overlap', async () => {
      const { credential, secret } = await create()
      await office.at.time.advance(DAY_MS)
      const { previous, ...made } = await rotate(credential.credentialId, { overlapSeconds: 60 })
      const { credentialId, createdAt, selectorStart } = made.credential
      expect(made.credential).to.deep.equal({ ...credential, credentialId, createdAt, selectorStart })
      expect(createdAt).to.equal(from(0))
      expect(previous).to.deep.equal({ ...credential, expiresAt: from(60 * SECOND_MS) })
      expect([await isLetIn(secret), await isLetIn(made.secret)]).to.deep.equal([true, true])
      await office.at.time.advance(60 * SECOND_MS)
      expect([await isLetIn(secret), await isLetIn(made.secret)]).to.deep.equal([false, true])
      expect((await office.at.acts()).at(-1)).to.deep.include({
        action: 'rotateServerCredential',
        target: credential.credentialId,
        reason: REASON,
        details: { successor: credentialId, overlapSeconds: 60 },
      })
    })

    it('overlaps for an hour by default, and never beyond the end of the first one', async () => {
      const long = await create()
      expect((await rotate(long.credential.credentialId)).previous.expiresAt).to.equal(from(HOUR_MS))
      const expiresAt = from(60 * SECOND_MS)
      const short = await create({ expiresAt })
      const { previous, credential } = await rotate(short.credential.credentialId)
      expect([previous.expiresAt, credential.expiresAt]).to.deep.equal([expiresAt, expiresAt])
    })

    it('ends the first one at once without an overlap', async () => {
      const { credential, secret } = await create()
      const { previous } = await rotate(credential.credentialId, { overlapSeconds: 0 })
      expect(previous).to.deep.equal({ ...credential, status: 'revoked', revokedAt: from(0) })
      expect(await isLetIn(secret)).to.equal(false)
    })

    it('is refused for one that has ended', async () => {
      const expiring = (await create({ expiresAt: from(HOUR_MS) })).credential.credentialId
      const revoked = (await create()).credential.credentialId
      await revoke(revoked)
      await office.at.time.advance(HOUR_MS)
      for (const credentialId of [expiring, revoked])
        expect(
          await office.at.refused(office.at.owner, 'rotateServerCredential', named(credentialId)),
        ).to.deep.equal(CONFLICT)
    })

    it('never exceeds the limit of live ones, so that an app at its limit rotates without an overlap', async () => {
      const { credential } = await create()
      await addMany(99, credential)
      const body = named(credential.credentialId)
      expect(await office.at.refused(office.at.owner, 'rotateServerCredential', body)).to.deep.equal(
        quotaReached('credentials'),
      )
      await rotate(credential.credentialId, { overlapSeconds: 0 })
    })

    it('returns the same refusal for unknown ones and those of another Organization', async () => {
      const { other } = office.at
      const foreign = await office.at.done(
        other.owner,
        'createServerCredential',
        aCredential({
          organizationId: other.organizationId,
          brandId: other.brand.brandId,
          projectId: other.project.projectId,
          appId: other.app.appId,
        }),
      )
      for (const credentialId of [foreign.credential.credentialId, ...strangeIds(office.at, 'crd')])
        for (const operation of ['rotateServerCredential', 'revokeServerCredential'] as const)
          expect(await office.at.refused(office.at.owner, operation, named(credentialId))).to.deep.equal(
            NOT_FOUND,
          )
    })

    it('is done once for a request id, and shows its secret once', async () => {
      const { credentialId } = (await create()).credential
      const more = { requestId: 'rotate-it' }
      const first = await rotate(credentialId, more)
      expect(await rotate(credentialId, more)).to.deep.equal({ ...first, secret: null, replayed: true })
      expect((await list()).credentials).to.have.length(2)
      const body = named(credentialId, { ...more, overlapSeconds: 5 })
      expect((await office.at.refused(office.at.owner, 'rotateServerCredential', body))._tag).to.equal(
        'IdempotencyConflict',
      )
    })
  })

  describe('Revoking a server credential', () => {
    it('ends it for good, with the reason in the log', async () => {
      const { credential, secret } = await create()
      expect((await revoke(credential.credentialId)).credential).to.deep.equal({
        ...credential,
        status: 'revoked',
        revokedAt: from(0),
      })
      expect(await isLetIn(secret)).to.equal(false)
      expect((await office.at.acts()).at(-1)).to.deep.include({
        action: 'revokeServerCredential',
        target: credential.credentialId,
        reason: REASON,
        details: { appId: office.at.app.appId },
      })
    })

    it('is refused for a revoked one, but not for an expired one', async () => {
      const { credentialId } = (await create({ expiresAt: from(HOUR_MS) })).credential
      await office.at.time.advance(HOUR_MS)
      expect((await revoke(credentialId)).credential.status).to.equal('revoked')
      expect(
        await office.at.refused(office.at.owner, 'revokeServerCredential', named(credentialId)),
      ).to.deep.equal(CONFLICT)
    })

    it("is possible while the Organization is suspended, but rotating isn't", async () => {
      const { credentialId } = (await create()).credential
      const { organization, owner } = office.at
      await office.at.write((unit) => unit.organizations.replace({ ...organization, status: 'suspended' }))
      const refusal = await office.at.refused(owner, 'rotateServerCredential', named(credentialId))
      expect(refusal._tag).to.equal('OrganizationSuspended')
      await revoke(credentialId)
    })

    it('is done once for a request id', async () => {
      const { credentialId } = (await create()).credential
      const body = named(credentialId, { requestId: 'revoke-it' })
      const first = await office.at.done(office.at.owner, 'revokeServerCredential', body)
      expect(await office.at.done(office.at.owner, 'revokeServerCredential', body)).to.deep.equal({
        ...first,
        replayed: true,
      })
    })
  })
})
