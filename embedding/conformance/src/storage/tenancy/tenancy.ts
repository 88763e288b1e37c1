import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import type { BillingProfile } from '@postrider/core/tenancy/domain/billing-profile'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import { DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aCredential } from '../../builders/a-credential.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const trees = (at: StorageUnderTest): void => {
  it('shows the records below exactly the requested Organizations', async () => {
    const tenants = [aTenant(), aTenant(), aTenant()]
    for (const tenant of tenants) await right(at.storage.catalog.save(recordsOf(tenant)))
    const [first, second] = tenants
    if (first === undefined || second === undefined) throw new Error('no tenants')
    const organizationIds = [second, first].map(({ organization }) => organization.organizationId)
    const epoch = await right(at.storage.catalog.epoch())
    expect(await right(at.storage.tenancy.tree(organizationIds))).to.deep.equal({
      epoch,
      value: {
        brands: [first.brand, second.brand],
        projects: [first.project, second.project],
        apps: [first.app, second.app],
      },
    })
    expect((await right(at.storage.tenancy.tree([]))).value.apps).to.deep.equal([])
  })
}

const credentials = (at: StorageUnderTest): void => {
  const issued = async () => {
    const { organization, app, credential } = aTenant()
    const { organizationId } = organization
    const list = [
      credential,
      aCredential({ ...credential, credentialId: fresh.id('crd'), selector: fresh.hex(16) }),
      aCredential({
        ...credential,
        credentialId: fresh.id('crd'),
        selector: fresh.hex(16),
        appId: fresh.id('app'),
      }),
    ]
    await exclusively(at, (unit) => {
      for (const one of list) unit.credentials.add(one)
      unit.credentials.add(aCredential())
    })
    return { organizationId, app, list: list.reverse() }
  }

  it('are listed newest first, of an Organization or of one app, page by page', async () => {
    const { organizationId, app, list } = await issued()
    const page = async (...args: Parameters<typeof at.storage.tenancy.credentials>) =>
      (await right(at.storage.tenancy.credentials(...args))).value.map(({ credential }) => credential)
    expect(await page(organizationId, undefined, undefined, 2)).to.deep.equal(list.slice(0, 2))
    expect(await page(organizationId, undefined, list[1]?.credentialId, 9)).to.deep.equal(list.slice(2))
    expect(await page(organizationId, app.appId, undefined, 9)).to.deep.equal(list.slice(1))
    expect(await page(organizationId, app.appId, list[1]?.credentialId, 9)).to.deep.equal(list.slice(2))
    expect(await page(fresh.id('org'), app.appId, undefined, 9)).to.deep.equal([])
  })

  it('show the last hour of their use, for reports in any order', async () => {
    const { organizationId, list } = await issued()
    const [newest, second] = list
    if (newest === undefined || second === undefined) throw new Error('no credentials')
    const used = async () =>
      (await right(at.storage.tenancy.credentials(organizationId, undefined, undefined, 9))).value.map(
        ({ lastUsedAtMs }) => lastUsedAtMs,
      )
    expect(await used()).to.deep.equal([undefined, undefined, undefined])
    const epoch = await right(at.storage.catalog.epoch())
    const note = (hourMs: number, ...ids: ReadonlyArray<typeof newest.credentialId>) =>
      right(at.storage.tenancy.noteUses(ids, hourMs))
    await note(NOW_MS, newest.credentialId, second.credentialId, newest.credentialId)
    await Promise.all([
      note(NOW_MS + HOUR_MS, newest.credentialId),
      note(NOW_MS - HOUR_MS, newest.credentialId),
    ])
    await note(NOW_MS + HOUR_MS)
    expect(await used()).to.deep.equal([NOW_MS + HOUR_MS, NOW_MS, undefined])
    expect(await right(at.storage.catalog.epoch())).to.equal(epoch)
  })

  it("can't have the selector of another", async () => {
    const { list } = await issued()
    const [one, other] = list
    if (one === undefined || other === undefined) throw new Error('no credentials')
    const revoked = { ...one, revokedAtMs: NOW_MS }
    await exclusively(at, async (unit) => {
      expect(await unit.credentials.lock(one.credentialId)).to.deep.equal(one)
      unit.credentials.replace(revoked)
    })
    expect((await right(at.storage.catalog.credential(one.selector))).value).to.deep.equal(revoked)
    expect((await right(at.storage.catalog.credential(other.selector))).value).to.deep.equal(other)
  })
}

const aProfile = (place: Pick<BillingProfile, 'organizationId' | 'appId'>): BillingProfile => ({
  ...place,
  legalName: 'Asha Stores Private Limited',
  taxId: undefined,
  addressLine1: '1 MG Road',
  addressLine2: undefined,
  city: 'Bengaluru',
  region: 'KA',
  postalCode: '560001',
  countryCode: 'IN',
  billingEmail: 'bills@example.org',
  version: 1,
})

const appsUsed = (at: StorageUnderTest): void => {
  it('are listed newest first with their place and their uses, for an Organization or only one', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save({ ...recordsOf(tenant), credentials: [] }))
    await right(at.storage.catalog.save(recordsOf(aTenant())))
    const { app, brand, project, credential } = tenant
    const { organizationId, appId } = app
    const newer = { ...app, appId: fresh.id('app'), disabledAtMs: NOW_MS, version: 7 }
    const another = (more: object) =>
      aCredential({ ...credential, credentialId: fresh.id('crd'), selector: fresh.hex(16), ...more })
    const used = [another({}), another({ revokedAtMs: NOW_MS }), another({ expiresAtMs: NOW_MS })]
    await exclusively(at, (unit) => {
      unit.apps.add(newer)
      for (const one of used) unit.credentials.add(one)
      unit.billingProfiles.add(aProfile({ organizationId, appId }))
    })
    const ids = used.map(({ credentialId }) => credentialId)
    await right(at.storage.tenancy.noteUses(ids.slice(0, 1), NOW_MS))
    await right(at.storage.tenancy.noteUses(ids.slice(1, 2), NOW_MS + HOUR_MS))
    const epoch = await right(at.storage.catalog.epoch())
    const page = async (more: object) => {
      const query = { organizationId, appId: undefined, before: undefined, limit: 9, nowMs: NOW_MS, ...more }
      const read = await right(at.storage.tenancy.apps(query))
      expect(read.epoch).to.equal(epoch)
      return read.value
    }
    const place = { brandName: brand.name, projectName: project.name }
    const unused = { ...place, liveCredentials: 0, lastUsedAtMs: undefined, hasBillingProfile: false }
    const older = {
      ...place,
      app,
      liveCredentials: 1,
      lastUsedAtMs: NOW_MS + HOUR_MS,
      hasBillingProfile: true,
    }
    expect(await page({})).to.deep.equal([{ ...unused, app: newer }, older])
    expect(await page({ limit: 1 })).to.deep.equal([{ ...unused, app: newer }])
    expect(await page({ before: newer.appId })).to.deep.equal([older])
    expect(await page({ appId })).to.deep.equal([older])
    expect(await page({ appId, organizationId: fresh.id('org') })).to.deep.equal([])
  })
}

const counts = (at: StorageUnderTest): void => {
  it("returns the number of a Project's apps, with the unit's own", async () => {
    const [tenant, other] = [aTenant(), aTenant()]
    await right(at.storage.catalog.save(recordsOf(tenant)))
    await right(at.storage.catalog.save(recordsOf(other)))
    const { app, project } = tenant
    const { organizationId } = app
    const elsewhere = { organizationId, projectId: fresh.id('prj') }
    const counted = await exclusively(at, async (unit) => {
      const before = await unit.apps.countOf(project)
      unit.apps.add({ ...app, appId: fresh.id('app') })
      unit.apps.add({ ...app, ...elsewhere, appId: fresh.id('app') })
      const foreign = { ...project, organizationId: other.organization.organizationId }
      const all = [project, elsewhere, foreign, { organizationId, projectId: fresh.id('prj') }]
      const after: number[] = []
      for (const one of all) after.push(await unit.apps.countOf(one))
      return { before, after }
    })
    expect(counted).to.deep.equal({ before: 1, after: [2, 1, 0, 0] })
  })

  it("returns the number of an Organization's Brands and of a Brand's Projects, with the unit's own", async () => {
    const [tenant, other] = [aTenant(), aTenant()]
    await right(at.storage.catalog.save(recordsOf(tenant)))
    await right(at.storage.catalog.save(recordsOf(other)))
    const { brand, project } = tenant
    const { organizationId } = brand
    const counted = await exclusively(at, async (unit) => {
      const brandId = fresh.id('brd')
      unit.brands.add({ ...brand, brandId })
      unit.projects.add({ ...project, projectId: fresh.id('prj') })
      return [
        await unit.brands.countOf(organizationId),
        await unit.brands.countOf(fresh.id('org')),
        await unit.projects.countOf(brand),
        await unit.projects.countOf({ organizationId, brandId }),
        await unit.projects.countOf({ ...brand, organizationId: other.organization.organizationId }),
      ]
    })
    expect(counted).to.deep.equal([2, 0, 2, 0, 0])
  })

  it("returns the number of an app's credentials that are valid at a given time", async () => {
    const { credential } = aTenant()
    const { appId, expiresAtMs } = credential
    const another = (more: object) =>
      aCredential({ ...credential, credentialId: fresh.id('crd'), selector: fresh.hex(16), ...more })
    const counted = await exclusively(at, async (unit) => {
      unit.credentials.add(credential)
      unit.credentials.add(another({ expiresAtMs: expiresAtMs + 1 }))
      unit.credentials.add(another({ revokedAtMs: NOW_MS }))
      unit.credentials.add(another({ appId: fresh.id('app') }))
      const moments = [NOW_MS, expiresAtMs - 1, expiresAtMs, expiresAtMs + 1]
      const live: number[] = []
      for (const moment of moments) live.push(await unit.credentials.countLive(appId, moment))
      return [...live, await unit.credentials.countLive(fresh.id('app'), NOW_MS)]
    })
    expect(counted).to.deep.equal([2, 2, 1, 0, 0])
  })

  it("finds an Organization's live credentials that a person or an Agent key created", async () => {
    const { organizationId } = aTenant().credential
    const [createdBy, createdByKey] = [fresh.id('usr'), fresh.id('agk')]
    const first = aCredential({ organizationId, createdBy })
    const second = aCredential({ organizationId, createdBy, createdByKey })
    const found = await exclusively(at, async (unit) => {
      for (const one of [
        second,
        first,
        aCredential({ organizationId }),
        aCredential({ createdBy }),
        aCredential({ organizationId, createdBy, revokedAtMs: NOW_MS }),
        aCredential({ organizationId, createdBy, expiresAtMs: NOW_MS }),
      ])
        unit.credentials.add(one)
      return [
        await unit.credentials.lockLiveBy(organizationId, createdBy, NOW_MS),
        await unit.credentials.lockLiveBy(organizationId, createdByKey, NOW_MS),
      ]
    })
    expect(found).to.deep.equal([[first, second], [second]])
  })

  it('lists the credentials that expire in a window, and notes each once', async () => {
    const window = { afterMs: NOW_MS + DAY_MS, untilMs: NOW_MS + 7 * DAY_MS, longerThanMs: 7 * DAY_MS }
    const createdAtMs = NOW_MS - 30 * DAY_MS
    const ending = (days: number, changes: Partial<ServerCredential> = {}) =>
      aCredential({ createdAtMs, expiresAtMs: NOW_MS + days * DAY_MS, ...changes })
    const [later, sooner] = [ending(7), ending(2)]
    await exclusively(at, (unit) => {
      for (const one of [
        later,
        sooner,
        ending(1),
        ending(8),
        ending(3, { revokedAtMs: NOW_MS }),
        ending(3, { createdAtMs: NOW_MS - 4 * DAY_MS }),
      ])
        unit.credentials.add(one)
    })
    const own = [sooner.credentialId, later.credentialId]
    const expiring = async (limit = 1_000) =>
      (await right(at.storage.tenancy.expiring(window, limit))).filter((id) => own.includes(id))
    expect(await expiring()).to.deep.equal(own)
    const noting = (storage: Storage) =>
      sharing({ storage }, async (unit) => {
        await unit.credentials.lock(sooner.credentialId)
        return unit.credentials.noteExpiry(sooner.credentialId, NOW_MS)
      })
    const noted = await Promise.all([at.storage, await at.another(), at.storage].map(noting))
    expect(noted.filter(Boolean), 'one of them').to.have.length(1)
    expect(await expiring()).to.deep.equal([later.credentialId])
  })

  it("returns the hour of a credential's last use", async () => {
    const { credentialId } = aTenant().credential
    await right(at.storage.tenancy.noteUses([credentialId], NOW_MS))
    const lastUse = (id: typeof credentialId) => exclusively(at, (unit) => unit.credentials.lastUseMs(id))
    expect(await lastUse(credentialId)).to.equal(NOW_MS)
    expect(await lastUse(fresh.id('crd'))).to.equal(undefined)
  })
}

const profiles = (at: StorageUnderTest): void => {
  it('are stored for each app, and changed', async () => {
    const profile = aProfile({ organizationId: fresh.id('org'), appId: fresh.id('app') })
    const shown = async () => (await right(at.storage.tenancy.billingProfile(profile.appId))).value
    expect(await shown()).to.equal(undefined)
    await sharing(at, (unit) => unit.billingProfiles.add(profile))
    expect(await shown()).to.deep.equal(profile)
    const changed = { ...profile, taxId: '29ABCDE1234F2Z5', region: undefined, version: 2 }
    await sharing(at, async (unit) => {
      expect(await unit.billingProfiles.lock(profile.appId)).to.deep.equal(profile)
      unit.billingProfiles.replace(changed)
    })
    expect(await shown()).to.deep.equal(changed)
  })
}

/** Tests tenants as their members read them. */
export const tenancySuite = (open: OpenStorage): void => {
  describe('the data of Organizations for members', () => trees(useStorage(open)))
  describe('apps of an Organization', () => appsUsed(useStorage(open)))
  describe('credentials of an Organization', () => credentials(useStorage(open)))
  describe("a unit's data about apps and credentials", () => counts(useStorage(open)))
  describe('billing profiles', () => profiles(useStorage(open)))
}
