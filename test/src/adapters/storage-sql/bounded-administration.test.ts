import { expect } from 'chai'
import type { AuditId, OrganizationId } from '@postrider/core/kernel/ids/id'
import type { AuditQuery } from '@postrider/core/platform/ports/administration-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { administrationStorage } from '@postrider/storage-sql/platform/administration/administration'
import { figureStorage } from '@postrider/storage-sql/platform/health/figures'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { switchStorage } from '@postrider/storage-sql/platform/switches/switches'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { anAuditEvent } from '@postrider/conformance/builders/an-audit-event'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { claim } from '@postrider/conformance/storage/messaging/claiming'
import { type OpenStorage, useStorage } from '@postrider/conformance/storage'
import { exclusively, record } from '@postrider/conformance/storage/unit-work'
import { right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const MOST_LOOKED_AT = 3
const MOST_CALLS = 2

const engineOf = (url: string): Engine =>
  url.startsWith('sqlite:') ? sqliteEngine(url) : mysqlEngine(url, {})

/** Opens storage that reads little of the platform at a time. */
const openBounded = async (url: string): Promise<Storage> => {
  const storage = await openStorage(url)
  const engine = engineOf(url)
  const close = async () => {
    await storage.close()
    await engine.close()
  }
  const administration = administrationStorage(engine, MOST_LOOKED_AT, MOST_CALLS)
  const switches = switchStorage(engine, MOST_LOOKED_AT)
  return { ...storage, administration, switches, figures: figureStorage(engine, MOST_LOOKED_AT), close }
}

const describeBounded = (name: string, opener: (open: (url: string) => Promise<Storage>) => OpenStorage) => {
  describe(`The platform on ${name} in small portions`, () => {
    const at = useStorage(opener(openBounded))

    it('reads a limited number of Organizations, and returns where it stopped', async () => {
      const ids: OrganizationId[] = []
      for (let count = 0; count < 5; count += 1) {
        const tenant = aTenant({ organization: { displayName: count === 0 ? 'Zed' : 'Acme' } })
        await right(at.storage.catalog.save(recordsOf(tenant)))
        ids.unshift(tenant.organization.organizationId)
      }
      const list = async (before: OrganizationId | undefined, text?: string) => {
        const query = { status: undefined, text, before, limit: 10 }
        const { value } = await right(at.storage.administration.organizations(query))
        return { ids: value.found.map(({ organizationId }) => organizationId), before: value.before }
      }
      expect(await list(undefined, 'zed')).to.deep.equal({ ids: [], before: ids[2] })
      expect(await list(ids[2], 'zed')).to.deep.equal({ ids: [ids[4]], before: undefined })
      expect(await list(undefined)).to.deep.equal({ ids: ids.slice(0, 3), before: ids[2] })
      expect(await list(ids[1])).to.deep.equal({ ids: ids.slice(2), before: undefined })
    })

    it('counts stopped records among a limited number, the newest', async () => {
      for (const status of ['active', 'suspended', 'suspended', 'active'] as const)
        await right(at.storage.catalog.save(recordsOf(aTenant({ organization: { status } }))))
      const bounds = { unconfirmedSinceMs: 0, orphanedSinceMs: 0, blockedSinceMs: 0, nowMs: 0, lowMinor: 0 }
      const count = async () => (await right(at.storage.figures.read(bounds))).suspendedOrganizations
      const before = await count()
      await right(at.storage.catalog.save(recordsOf(aTenant())))
      expect([before, await count()]).to.deep.equal([2, 1])
    })

    it('reads a limited number of events, and returns where it stopped', async () => {
      const organizationId = fresh.id('org')
      const ids = await exclusively(at, async (unit) => {
        const made: AuditId[] = []
        for (let count = 0; count < 5; count += 1) {
          const action = count === 0 ? 'first' : 'other'
          made.unshift((await record(unit, anAuditEvent({ organizationId, action }))).auditId)
        }
        return made
      })
      const list = async (before: AuditQuery['before']) => {
        const search = {
          actorId: undefined,
          action: 'first',
          target: undefined,
          fromMs: undefined,
          toMs: undefined,
        }
        const query = { ...search, chain: organizationId, before, limit: 10 }
        const { value } = await right(at.storage.administration.auditEvents(query))
        return { ids: value.found.map(({ auditId }) => auditId), before: value.before }
      }
      expect(await list(undefined)).to.deep.equal({ ids: [], before: ids[2] })
      expect(await list(ids[2])).to.deep.equal({ ids: [ids[4]], before: undefined })
    })

    it('reads a limited number of provider calls, those for the newest messages, and marks that there are more', async () => {
      const providerAccountId = fresh.id('pac')
      const call = async (startedAtMs: number) => {
        const { message } = await acceptPaid(at.storage)
        await claim(at.storage, [message.messageId], startedAtMs, { providerAccountId })
      }
      for (const startedAtMs of [1, 2]) await call(startedAtMs)
      const whole = (await right(at.storage.administration.providerCalls(0))).value
      expect({ count: whole.calls.length, isSample: whole.isSample }).to.deep.equal({
        count: 2,
        isSample: false,
      })
      await call(3)
      const { calls, isSample } = (await right(at.storage.administration.providerCalls(0))).value
      expect(calls.map(({ startedAtMs }) => startedAtMs)).to.deep.equal([3, 2])
      expect(isSample).to.equal(true)
    })

    it('reads a limited part of what a switch would affect, and marks that there is more', async () => {
      const organizationId = fresh.id('org')
      const look = async (of: OrganizationId | undefined) => {
        const { waiting, accepted } = at.storage.switches
        const [found, lately] = [(await right(waiting(of))).value, (await right(accepted(of, NOW_MS))).value]
        return [found.messages.length, found.isSample, lately.messages.length, lately.sinceMs]
      }
      const accept = (acceptedAtMs: number) => acceptPaid(at.storage, { organizationId, acceptedAtMs })
      await accept(NOW_MS + 2)
      // Money is an event of the ledger too.
      expect(await look(organizationId)).to.deep.equal([1, false, 1, NOW_MS])
      for (const after of [3, 4, 5]) await accept(NOW_MS + after)
      expect(await look(organizationId)).to.deep.equal([3, true, 2, NOW_MS + 4])
      expect((await look(undefined)).slice(0, 2)).to.deep.equal([3, true])
    })
  })
}

describeBounded('SQLite', sqliteOpener)
describeBounded('MariaDB', mariadbOpener)
