import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { activityStorage } from '@postrider/storage-sql/messaging/activity/activity'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { fresh } from '@postrider/conformance/builders/fresh'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { activitySuite } from '@postrider/conformance/storage/messaging/activity'
import { type OpenStorage, useStorage } from '@postrider/conformance/storage'
import { right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const engineOf = (url: string): Engine =>
  url.startsWith('sqlite:') ? sqliteEngine(url) : mysqlEngine(url, {})

const MOST_LOOKED_AT = 3
const SLICE_EVENTS = 2

/** Opens storage that reads little of the activity at a time. */
const openBounded = async (url: string): Promise<Storage> => {
  const storage = await openStorage(url)
  const engine = engineOf(url)
  const close = async () => {
    await storage.close()
    await engine.close()
  }
  return { ...storage, activity: activityStorage(engine, MOST_LOOKED_AT, SLICE_EVENTS), close }
}

const describeBounded = (name: string, opener: (open: (url: string) => Promise<Storage>) => OpenStorage) => {
  describe(`Activity on ${name} in small portions`, () => {
    activitySuite(opener(openBounded))

    const at = useStorage(opener(openBounded))
    it('reads a limited number of messages, and returns where it stopped', async () => {
      const organizationId = fresh.id('org')
      const accepted = []
      for (let count = 0; count < 5; count += 1)
        accepted.push(await acceptPaid(at.storage, { organizationId }))
      const query = {
        organizationId,
        appId: undefined,
        channel: 'email' as const,
        state: undefined,
        fromMs: undefined,
        toMs: undefined,
        limit: 10,
      }
      const first = await right(at.storage.activity.history({ ...query, before: undefined }))
      expect(first.value).to.deep.equal({ messages: [], before: accepted[2]?.message.messageId })
      const second = await right(at.storage.activity.history({ ...query, before: first.value.before }))
      expect(second.value).to.deep.equal({ messages: [], before: undefined })
    })
  })
}

describeBounded('SQLite', sqliteOpener)
describeBounded('MariaDB', mariadbOpener)
