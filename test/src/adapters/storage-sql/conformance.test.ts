import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { describeStorage } from '../../conformance/storage/describe-storage.js'
import {
  describeStorageFaults,
  type FragileStorage,
} from '../../conformance/storage/describe-storage-faults.js'
import type { OpenedStorage } from '../../conformance/storage/open-storage.js'
import { startFaultProxy } from '../../servers/fault-proxy.js'
import { startMariadb } from '../../servers/mariadb.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase } from '../../servers/test-database.js'

/** Opens storages on one address and knows how to close them all. */
const openAt = async (url: string, remove: () => Promise<void>): Promise<OpenedStorage> => {
  const opened: Storage[] = []
  const another = async (): Promise<Storage> => {
    const storage = await openStorage(url)
    opened.push(storage)
    return storage
  }
  let storage = await another()
  return {
    storage,
    another,
    reopen: async () => {
      await storage.close()
      storage = await another()
      return storage
    },
    close: async () => {
      await Promise.all(opened.map((each) => each.close()))
      await remove()
    },
  }
}

const openSqlite = async (): Promise<OpenedStorage> => {
  const directory = await freshDirectory('sqlite')
  const url = `sqlite:${join(directory, 'postrider.db')}`
  return openAt(url, () => rm(directory, { recursive: true, force: true }))
}

const openMariadb = async (): Promise<OpenedStorage> => {
  const database = await createDatabase()
  return openAt(database.url, () => database.drop())
}

const killer = fileURLToPath(new URL('./kill-connections.js', import.meta.url))

const openFragileMariadb = async (): Promise<FragileStorage> => {
  const server = await startMariadb()
  const database = await createDatabase(server.url)
  const proxy = await startFaultProxy(database.url)
  const storage = await openStorage(proxy.url)
  return {
    storage,
    killConnections: () => {
      execFileSync(process.execPath, [killer, database.url])
    },
    loseNextCommit: (what) => proxy.armCommitLoss(what),
    killServer: () => server.kill(),
    startServer: () => server.restart(),
    close: async () => {
      await storage.close()
      await proxy.stop()
      await server.stop()
    },
  }
}

describeStorage('SQLite', openSqlite)
describeStorage('MariaDB', openMariadb)
describeStorageFaults('MariaDB', openFragileMariadb)
