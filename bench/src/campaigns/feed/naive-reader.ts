import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { readInteger, readText } from '@postrider/storage-sql/cells/cell'
import { statement } from '@postrider/storage-sql/engine/template'
import { E } from '@postrider/core/fp'

const PAGE = 500
const findAfter = statement('SELECT n, id FROM feed_trial WHERE n > ? ORDER BY n LIMIT ?')

/** The control: a reader that queries "id > last" with the auto-increment only, and never looks back. */
export interface NaiveReader {
  readonly met: ReadonlySet<string>
  stop(): Promise<void>
}

/** Reads until it is stopped. */
export const readNaively = (engine: Engine): NaiveReader => {
  const met = new Set<string>()
  const over = new AbortController()
  const run = async (): Promise<void> => {
    let last = 0
    while (!over.signal.aborted) {
      const read = await engine.read([findAfter(last, PAGE)], 'each')
      const rows = E.isRight(read) ? (read.right[0] ?? []) : []
      for (const [, id] of rows) met.add(readText(id))
      last = rows.length === 0 ? last : readInteger(rows.at(-1)?.[0])
      await sleep(5)
    }
  }
  const running = run()
  return {
    met,
    stop: async () => {
      over.abort()
      await running
    },
  }
}
