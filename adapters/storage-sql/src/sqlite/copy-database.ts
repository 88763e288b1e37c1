import { open } from 'node:fs/promises'
import { holdCopy } from '../platform/installation/hold-copy.js'
import { sqliteDialect } from './dialect.js'
import { plain } from './render.js'
import { openThread } from './thread.js'
import type { ThreadStatement } from './protocol.js'

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const runIn = async (path: string, ...steps: readonly ThreadStatement[]): Promise<void> => {
  const thread = await openThread({ path, role: 'writer' })
  try {
    for (const step of steps) await thread.run([step])
  } finally {
    await thread.close()
  }
}

/**
 * Copies a consistent snapshot of a SQLite database, while others may write to it, into one new file, and
 * marks the copy as held. Resolves when the copy is on disk; rejects if it can't be made.
 */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  await runIn(from, { sql: 'VACUUM INTO ?', binary: '0', cells: [to] })
  // One file is easier to move than three; opening it switches it to WAL again.
  await runIn(to, plain(holdCopy(sqliteDialect)), plain('PRAGMA journal_mode=DELETE'))
  await sync(to)
}
