import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newMasterKey } from '@postrider/node/auth/master-key'
import type { Storage } from '@postrider/core/assembly/storage'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { createIds } from '@postrider/node/system/system-ids'
import { removeQueues, runBrokerUrl } from '../adapters/queue-rabbitmq/broker.js'
import { right } from '@postrider/conformance/outcome'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { migratedDatabase } from '../adapters/storage-sql/migrated-databases.js'
import { openAnyStorage } from '../adapters/open-any-storage.js'
import { createDatabase, type TestDatabase } from '../servers/test-database.js'
import { type Child, startChild } from './child.js'
import type { LastWords } from './crash-point.js'
import type { HostOptions } from './host-options.js'
import type { ProviderMode } from './provider-log.js'
import type { ProviderOptions } from './provider-process.js'
import { provision, type Sendable } from './provision.js'
import type { Sabotage } from './sabotage.js'

/** The setup of a run, by default on the run's own servers. */
export interface SceneOptions {
  readonly mode: ProviderMode
  readonly sabotage?: Sabotage | undefined
  readonly mysqlUrl?: string
  /** Creates a migrated database of another engine. */
  readonly database?: () => Promise<TestDatabase>
  readonly amqpUrl?: string
  /** The time that the provider takes for each message. */
  readonly providerDelayMs?: number
  /** The number of concurrent calls of the provider account. */
  readonly places?: number
  /** Unacknowledged deliveries of each lane. */
  readonly prefetch?: number
  /** The server of the service's own email. Without it, emails wait. */
  readonly mailUrl?: string
}

/** The options of a host. */
export interface Life {
  readonly crashAt?: string
  /** How far its clock is ahead. */
  readonly aheadMs: number
}

/** A tenant, a provider and a place for hosts: everything that survives a host's end. */
export interface Scene {
  readonly mode: ProviderMode
  readonly storage: Storage
  readonly baseUrl: string
  readonly sendable: Sendable
  readonly providerUrl: string
  readonly providerLog: string
  readonly queueUrl: string
  readonly queuePrefix: string
  readonly masterKey: string
  startHost(life: Life): Promise<Child>
  lastWords(): LastWords
  /** Ends every process and removes everything. */
  clear(): Promise<void>
}

const startProvider = (directory: string, options: ProviderOptions): Promise<Child> =>
  startChild({ name: 'provider-process', options, logFile: join(directory, 'provider.out') })

const startHost = (
  options: Omit<HostOptions, 'aheadMs'>,
  { crashAt, aheadMs }: Life,
  logFile: string,
): Promise<Child> =>
  startChild({
    name: 'crash-host',
    options: { ...options, aheadMs },
    logFile,
    ...(crashAt === undefined ? {} : { env: { CRASH_AT: crashAt } }),
  })

/** Creates an empty, migrated database with a tenant in it, and starts the provider. */
export const setScene = async (options: SceneOptions): Promise<Scene> => {
  const { mode, amqpUrl: queueUrl = runBrokerUrl(), providerDelayMs: delayMs = 0 } = options
  const directory = await freshDirectory('crash')
  const { mysqlUrl } = options
  const usual = () => (mysqlUrl === undefined ? migratedDatabase() : createDatabase(mysqlUrl))
  const database = await (options.database ?? usual)()
  const storage = await openAnyStorage(database.url)
  await right(storage.health.migrate())
  const [httpPort, webhookPort] = [await freePort(), await freePort()]
  const providerLog = join(directory, 'provider.log')
  const webhook = `http://127.0.0.1:${webhookPort}/`
  const provider = await startProvider(directory, { mode, logFile: providerLog, webhook, delayMs })
  const providerUrl = `http://127.0.0.1:${provider.port}`
  const hosts: Child[] = []
  let isCleared = false
  const hostOptions: Omit<HostOptions, 'aheadMs'> = {
    storageUrl: database.url,
    queueUrl,
    queuePrefix: `crash-${randomBytes(6).toString('hex')}`,
    dataDir: directory,
    masterKey: newMasterKey(),
    httpPort,
    webhookPort,
    providerAccountId: createIds(createSystemClock()).next('pac'),
    lastWordsFile: join(directory, 'last-words.json'),
    sabotage: options.sabotage,
    prefetch: options.prefetch,
    mailUrl: options.mailUrl,
  }
  const { queuePrefix, providerAccountId, masterKey, lastWordsFile } = hostOptions
  return {
    mode,
    storage,
    baseUrl: `http://127.0.0.1:${httpPort}`,
    sendable: await provision(storage, {
      providerAccountId,
      url: providerUrl,
      mode,
      masterKey,
      places: options.places ?? 4,
    }),
    providerUrl,
    providerLog,
    queueUrl,
    queuePrefix,
    masterKey,
    startHost: async (life) => {
      // A test continues after its timeout, and what it starts then would never be ended.
      if (isCleared) throw new Error('the scene was cleared')
      const host = await startHost(hostOptions, life, join(directory, 'host.out'))
      hosts.push(host)
      return host
    },
    lastWords: () => JSON.parse(readFileSync(lastWordsFile, 'utf8')) as LastWords,
    clear: async () => {
      isCleared = true
      await Promise.all([...hosts, provider].map((child) => child.kill()))
      await storage.close()
      await Promise.all([database.drop(), removeQueues(queueUrl, queuePrefix)])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
