import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupOf } from '@postrider/core/feed/domain/change'
import { idOf } from '@postrider/storage-sql/cells/id-cell'
import { insertInto, table } from '@postrider/storage-sql/engine/insertion'
import { leaveChange } from '@postrider/storage-sql/feed/leave-change'
import { engineAt } from './trial-table.js'

/**
 * A separate program that commits changes until it is killed, some in a transaction, in several lanes. With
 * each change it writes a row that shows what was committed. Some transactions are rolled back, and some
 * pause before the commit, so that others overtake them.
 */
const [url = '', lanes = '1', mostPauseMs = '20'] = process.argv.slice(2)
const engine = engineAt(url)
const insertRow = insertInto(table('feed_trial', ['id x']))

const MOST_TOGETHER = 8

const write = async (): Promise<void> => {
  const cells = Array.from({ length: randomInt(MOST_TOGETHER) + 1 }, () => randomBytes(16).toString('hex'))
  const left = cells.flatMap((cell) =>
    leaveChange(engine.dialect, { groups: [groupOf('message', 1)], messageIds: [idOf('msg', cell)] }),
  )
  await engine.transaction([], async (_, ask) => {
    await ask([insertRow(cells), ...left])
    if (randomInt(4) === 0) await sleep(randomInt(Number(mostPauseMs)))
    return { statements: [], isKept: randomInt(8) > 0, result: undefined }
  })
}

const lane = async (): Promise<never> => {
  for (;;) await write()
}

await Promise.all(Array.from({ length: Number(lanes) }, lane))
