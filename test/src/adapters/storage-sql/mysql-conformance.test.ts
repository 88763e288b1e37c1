import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { describeStorage, describeStorageFaults, type FragileStorage } from '@postrider/conformance/storage'
import { startFaultProxy } from '../../servers/fault-proxy.js'
import { mysqlInUse, startMysqlInUse } from '../../servers/mysql.js'
import { createDatabase } from '../../servers/test-database.js'
import { mariadbOpener } from './open-databases.js'

const killer = fileURLToPath(new URL('./kill-connections.js', import.meta.url))

const openFragileMysql = async (): Promise<FragileStorage> => {
  const server = await startMysqlInUse()
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

describeStorage(mysqlInUse(), mariadbOpener())
describeStorageFaults(mysqlInUse(), openFragileMysql)
