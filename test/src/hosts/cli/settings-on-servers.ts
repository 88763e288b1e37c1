import { newMasterKey } from '@postrider/node/auth/master-key'
import { freshPrefix, runBrokerUrl } from '../../adapters/queue-rabbitmq/broker.js'
import { freshDirectory } from '../../servers/run-directory.js'
import type { TestDatabase } from '../../servers/test-database.js'

/** Settings of a separate installation on the database and on the run's broker. */
export const settingsOnServers = async (
  database: TestDatabase,
): Promise<Readonly<Record<string, string>>> => ({
  POSTRIDER_STORAGE_URL: database.url,
  POSTRIDER_QUEUE_URL: runBrokerUrl(),
  POSTRIDER_QUEUE_PREFIX: freshPrefix(),
  POSTRIDER_MASTER_KEY: newMasterKey(),
  POSTRIDER_DATA_DIR: await freshDirectory('data'),
})
