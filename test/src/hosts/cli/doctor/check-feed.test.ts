import { expect } from 'chai'
import { checkFeed } from '@postrider/cli/doctor/check-feed'
import { groupOf } from '@postrider/core/feed/domain/change'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Storage } from '@postrider/core/assembly/storage'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { leaveChange } from '@postrider/storage-sql/feed/leave-change'
import {
  onMariadb,
  onSqlite,
  type Place,
  useDatabases,
} from '../../../adapters/storage-sql/empty-database.js'

const EVERYTHING = { beforeMs: Number.MAX_SAFE_INTEGER, mostBytes: 0 }

const leave = ({ engine }: Place): Promise<unknown> =>
  engine.transaction([], async (_, ask) => {
    await ask(leaveChange(engine.dialect, { groups: [groupOf('message', 1)], messageIds: [fresh.id('msg')] }))
    return { statements: [], isKept: true, result: undefined }
  })

const at = (nowMs: number) => ({ nowMs: () => nowMs })

describe("The doctor's check of the change feed", () => {
  const databases = useDatabases()
  const migrated = async (url: string): Promise<Storage> => {
    const storage = await databases.stored(url)
    await right(storage.health.migrate())
    return storage
  }
  for (const [engine, open] of Object.entries({ SQLite: onSqlite, MariaDB: onMariadb }))
    describe(engine, () => {
      it('reports nothing for a new installation', async () => {
        const { url } = await databases.opened(open)
        const storage = await migrated(url)
        const [finding] = await checkFeed({ storage, clock: at(Date.now()) })
        expect(finding).to.include({ verdict: 'fine', part: 'feed' })
        expect(finding?.sentence).to.match(
          /^epoch [0-9a-f]{8}, changes up to 0, none stored; 0 without a number; overview not started, search not started$/,
        )
      })

      it('shows the position, the start of retention, and since when no process maintains it', async () => {
        const place = await databases.opened(open)
        const storage = await migrated(place.url)
        for (let count = 0; count < 5; count += 1) await leave(place)
        const isWaiting = engine === 'MariaDB'
        const begun = await checkFeed({ storage, clock: at(Date.now()) })
        expect(begun[0]).to.include({ verdict: 'note', part: 'feed' })
        expect(begun[0]?.sentence).to.include(`; ${isWaiting ? 5 : 0} without a number; overview not started`)

        const nowMs = Date.now()
        await right(storage.feed.number(100, nowMs))
        await right(storage.flow.rollUp(100))
        const [kept] = await checkFeed({ storage, clock: at(nowMs) })
        expect(kept?.verdict).to.equal('fine')
        expect(kept?.sentence).to.match(
          /changes up to 5, stored from 1 on; 0 without a number; overview up to \d s/,
        )
        const [later] = await checkFeed({ storage, clock: at(nowMs + 2 * MINUTE_MS) })
        expect(later?.verdict).to.equal('note')
        expect(later?.advice).to.include('a dispatcher or a console')
      })

      it('shows the position up to which changes were deleted', async () => {
        const place = await databases.opened(open)
        const storage = await migrated(place.url)
        for (let count = 0; count < 5; count += 1) await leave(place)
        await right(storage.feed.number(100, Date.now()))
        await right(storage.flow.rollUp(100))
        for (const [count, kept] of [
          [3, 'stored from 4 on'],
          [2, 'none stored'],
        ] as const) {
          expect(await right(storage.feed.purge(EVERYTHING, count))).to.equal(count)
          const [finding] = await checkFeed({ storage, clock: at(Date.now()) })
          expect(finding?.sentence).to.include(`changes up to 5, ${kept};`)
        }
      })
    })
})
