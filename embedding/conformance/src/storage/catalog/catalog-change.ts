import { expect } from 'chai'
import type { Organization } from '@postrider/core/tenancy/domain/records'
import type { Storage } from '@postrider/core/assembly/storage'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { aNumberPrefix } from '../../builders/a-number-prefix.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { exclusively, record } from '../unit-work.js'

/** Tests changes of existing catalog records. */
export const catalogChangeSuite = (open: OpenStorage): void => {
  describe('changes of the catalog', () => {
    const at = useStorage(open)

    const aSavedTenant = async () => {
      const tenant = aTenant()
      await right(at.storage.catalog.save(recordsOf(tenant)))
      return tenant
    }

    /** Adds one to the version of an Organization. */
    const bump = (storage: Storage, { organizationId }: Organization) =>
      exclusively({ storage }, async (unit) => {
        const found = await unit.organizations.lock(organizationId)
        if (found === undefined) throw new Error('the Organization is missing')
        unit.organizations.replace({ ...found, version: found.version + 1 })
        await record(unit, anAuditEvent({ target: organizationId }))
      })

    it('show each record as it was saved, and write it for readers of the catalog', async () => {
      const { organization, brand, project, app, credential, providerAccount } = await aSavedTenant()
      await aSavedTenant()
      const before = await right(at.storage.catalog.epoch())
      await exclusively(at, async (unit) => {
        expect(await unit.organizations.lock(organization.organizationId)).to.deep.equal(organization)
        expect(await unit.brands.lock(brand.brandId)).to.deep.equal(brand)
        expect(await unit.projects.lock(project.projectId)).to.deep.equal(project)
        expect(await unit.apps.lock(app.appId)).to.deep.equal(app)
        expect(await unit.credentials.lock(credential.credentialId)).to.deep.equal(credential)
        expect(await unit.providerAccounts.lock(providerAccount.providerAccountId)).to.deep.equal(
          providerAccount,
        )
        unit.brands.replace({ ...brand, name: 'Asha & Sons' })
        unit.apps.replace({
          ...app,
          legacySenderId: undefined,
          restrictions: { allowedCountries: ['IN'] },
          keywordReplies: { help: ['tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'] },
        })
        unit.providerAccounts.replace({ ...providerAccount, status: 'disabled' })
      })
      const catalog = await right(at.storage.catalog.app(app.appId))
      expect(catalog?.app).to.deep.include({
        legacySenderId: undefined,
        restrictions: { allowedCountries: ['IN'] },
        keywordReplies: { help: ['tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'] },
      })
      expect([...(catalog?.providerAccounts.values() ?? [])].map(({ status }) => status)).to.deep.equal([
        'disabled',
      ])
      await bump(at.storage, organization)
      expect((await right(at.storage.catalog.app(app.appId)))?.organization.version).to.equal(2)
      expect(await right(at.storage.catalog.epoch())).to.equal(before + 2)
    })

    it('add missing records', async () => {
      const { organization, brand, project, app, credential, providerAccount } = aTenant()
      await exclusively(at, (unit) => {
        unit.organizations.add(organization)
        unit.brands.add(brand)
        unit.projects.add(project)
        unit.apps.add(app)
        unit.credentials.add(credential)
        unit.providerAccounts.add(providerAccount)
      })
      expect(await right(at.storage.catalog.app(app.appId))).to.deep.include({ organization, project, app })
      expect((await right(at.storage.catalog.credential(credential.selector))).value).to.deep.equal(
        credential,
      )
      expect(await right(at.storage.catalog.providerAccounts())).to.deep.include(providerAccount)
    })

    it('are serialized: none is lost', async () => {
      const { organization, app } = await aSavedTenant()
      const other = await at.another()
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => bump(index % 2 === 0 ? at.storage : other, organization)),
      )
      expect((await right(at.storage.catalog.app(app.appId)))?.organization.version).to.equal(11)
      const audited = await right(at.storage.audit.list(undefined, 1_000))
      expect(audited.filter(({ target }) => target === organization.organizationId)).to.have.length(10)
    })

    it('that change nothing keep the epoch', async () => {
      const before = await right(at.storage.catalog.epoch())
      await exclusively(at, (unit) => unit.blockedDestinations.lock('+4474'))
      expect(await right(at.storage.catalog.epoch())).to.equal(before)
    })

    it('block and unblock destinations for every app', async () => {
      const { app } = await aSavedTenant()
      const prefixes = async () => (await right(at.storage.catalog.app(app.appId)))?.blockedDestinations
      await exclusively(at, async (unit) => {
        expect(await unit.blockedDestinations.lock('+4474')).to.equal(undefined)
        for (const prefix of ['+4474', '+881']) unit.blockedDestinations.add({ prefix, createdAtMs: NOW_MS })
      })
      expect(await prefixes()).to.deep.equal(['+4474', '+881'])
      await exclusively(at, async (unit) => {
        expect(await unit.blockedDestinations.lock('+4474')).to.deep.equal({
          prefix: '+4474',
          createdAtMs: NOW_MS,
        })
        expect(await unit.blockedDestinations.lock('+4474 ')).to.equal(undefined)
        unit.blockedDestinations.remove('+4474')
        unit.blockedDestinations.remove('+999')
      })
      expect(await prefixes()).to.deep.equal(['+881'])
    })

    it('allow and remove number prefixes', async () => {
      const inTurn = async () => (await right(at.storage.catalog.numberPrefixes())).value
      const [first, second] = [aNumberPrefix({ prefix: '+85245' }), aNumberPrefix({ prefix: '+9986' })]
      await exclusively(at, async ({ numberPrefixes }) => {
        expect(await numberPrefixes.count()).to.equal(0)
        expect(await numberPrefixes.lock('+85245')).to.equal(undefined)
        for (const one of [second, first]) numberPrefixes.add(one)
      })
      expect(await inTurn()).to.deep.equal([first, second])
      const changed = { ...first, country: 'MO', minDigits: 11, maxDigits: 13, reason: 'Longer numbers.' }
      await exclusively(at, async ({ numberPrefixes }) => {
        expect(await numberPrefixes.count()).to.equal(2)
        expect(await numberPrefixes.lock('+85245')).to.deep.equal(first)
        numberPrefixes.replace(changed)
        numberPrefixes.remove('+9986')
        numberPrefixes.remove('+999')
      })
      expect(await inTurn()).to.deep.equal([changed])
      await exclusively(at, async ({ numberPrefixes }) => {
        await numberPrefixes.lock('+85245')
        numberPrefixes.remove('+85245')
      })
      expect(await inTurn()).to.deep.equal([])
    })

    it('set and remove rules for senders, which every app has in order', async () => {
      const { app } = await aSavedTenant()
      const rulesOfApp = async () => (await right(at.storage.catalog.app(app.appId)))?.senderRules
      const rule = (country: string, kind: string) =>
        ({ country, kind, verdict: 'refused', createdAtMs: NOW_MS }) as const
      const [first, second] = [rule('QA', 'long_code'), rule('QB', 'alphanumeric')]
      await exclusively(at, async ({ senderRules }) => {
        expect(await senderRules.lock(first)).to.equal(undefined)
        for (const one of [second, first]) senderRules.add(one)
      })
      expect(await rulesOfApp()).to.deep.equal([first, second])
      expect((await right(at.storage.catalog.senderRules())).value).to.deep.equal([first, second])
      const changed = { ...first, verdict: 'registration' } as const
      await exclusively(at, async ({ senderRules }) => {
        expect(await senderRules.lock(first)).to.deep.equal(first)
        senderRules.replace(changed)
        expect(await senderRules.lock(second)).to.deep.equal(second)
        senderRules.remove(second)
      })
      expect(await rulesOfApp()).to.deep.equal([changed])
      await exclusively(at, async ({ senderRules }) => {
        await senderRules.lock(first)
        senderRules.remove(first)
      })
      expect(await rulesOfApp()).to.deep.equal([])
    })
  })
}
