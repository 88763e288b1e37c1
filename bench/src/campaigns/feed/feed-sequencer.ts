import { setTimeout as sleep } from 'node:timers/promises'
import { openStorage } from '@postrider/storage-sql/sql-storage'

/** A separate program that numbers changes and deletes those older than ten seconds, until it is killed. */
const [url = ''] = process.argv.slice(2)
const KEPT_MS = 10_000
const { feed } = await openStorage(url)
for (let turn = 0; ; turn += 1) {
  await feed.number(500, Date.now())()
  if (turn % 50 === 0) await feed.purge({ beforeMs: Date.now() - KEPT_MS, mostBytes: 2 ** 29 }, 1000)()
  await sleep(20)
}
