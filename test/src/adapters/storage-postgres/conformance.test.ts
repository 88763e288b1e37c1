import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describeStorage, describeStorageFaults, type FragileStorage } from '@postrider/conformance/storage'
import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { startFaultProxy } from '../../servers/fault-proxy.js'
import { startPostgres } from '../../servers/postgres.js'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import { postgresOpener } from './open-postgres.js'

const killer = fileURLToPath(new URL('./kill-connections.js', import.meta.url))

const openFragilePostgres = async (): Promise<FragileStorage> => {
  const server = await startPostgres()
  const database = await createPostgresDatabase({ serverUrl: server.url })
  const proxy = await startFaultProxy(database.url)
  const storage = await openPostgresStorage(proxy.url)
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

describeStorage('PostgreSQL', postgresOpener())
describeStorageFaults('PostgreSQL', openFragilePostgres)
