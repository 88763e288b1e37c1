import { expect } from 'chai'
import type { Organization } from '@postrider/core/domain/tenancy/records'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../outcome.js'
import { type OpenStorage, useStorage } from './open-storage.js'

/** Changes of catalog records that are there. */
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
      right(
        storage.catalog.change({ organizationIds: [organizationId] }, ({ organizations }) => {
          const found = organizations.get(organizationId)
          const changed = found === undefined ? [] : [{ ...found, version: found.version + 1 }]
          const audit = [anAuditEvent({ target: organizationId })]
          return {
            records: { organizations: changed },
            unblockedDestinations: [],
            audit,
            result: found?.version,
          }
        }),
      )

    it('show what is selected and nothing else, and write records and audit events together', async () => {
      const { organization, app, providerAccount } = await aSavedTenant()
      await aSavedTenant()
      const found = await right(
        at.storage.catalog.change(
          {
            organizationIds: [organization.organizationId],
            appIds: [app.appId],
            providerAccountIds: [providerAccount.providerAccountId],
            destinationPrefixes: ['+91'],
          },
          (seen) => ({ records: {}, unblockedDestinations: [], audit: [], result: seen }),
        ),
      )
      expect([...found.organizations.values()]).to.deep.equal([organization])
      expect([...found.apps.values()]).to.deep.equal([app])
      expect([...found.providerAccounts.values()]).to.deep.equal([providerAccount])
      expect(found.blockedDestinations.size).to.equal(0)
      const before = await right(at.storage.catalog.epoch())
      await bump(at.storage, organization)
      expect((await right(at.storage.catalog.app(app.appId)))?.organization.version).to.equal(2)
      expect(await right(at.storage.catalog.epoch())).to.equal(before + 1)
    })

    it('come one after the other: none is lost', async () => {
      const { organization, app } = await aSavedTenant()
      const other = await at.another()
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => bump(index % 2 === 0 ? at.storage : other, organization)),
      )
      expect((await right(at.storage.catalog.app(app.appId)))?.organization.version).to.equal(11)
      const audited = await right(at.storage.audit.list(undefined, 1_000))
      expect(audited.filter(({ target }) => target === organization.organizationId)).to.have.length(10)
    })

    it('that change nothing leave the epoch as it is', async () => {
      const before = await right(at.storage.catalog.epoch())
      await right(
        at.storage.catalog.change({}, () => ({
          records: {},
          unblockedDestinations: [],
          audit: [],
          result: undefined,
        })),
      )
      expect(await right(at.storage.catalog.epoch())).to.equal(before)
    })

    it('block and unblock destinations for every app', async () => {
      const { app } = await aSavedTenant()
      const prefixes = async () => (await right(at.storage.catalog.app(app.appId)))?.blockedDestinations
      const change = (blocked: readonly string[], unblockedDestinations: readonly string[]) =>
        right(
          at.storage.catalog.change(
            { destinationPrefixes: [...blocked, ...unblockedDestinations] },
            (found) => ({
              records: { blockedDestinations: blocked.map((prefix) => ({ prefix, createdAtMs: NOW_MS })) },
              unblockedDestinations,
              audit: [],
              result: [...found.blockedDestinations.keys()],
            }),
          ),
        )
      expect(await change(['+4474', '+881'], [])).to.deep.equal([])
      expect(await prefixes()).to.deep.equal(['+4474', '+881'])
      expect(await change([], ['+4474'])).to.deep.equal(['+4474'])
      expect(await prefixes()).to.deep.equal(['+881'])
    })
  })
}
