import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { compose } from '@postrider/wiring/compose'
import { provisionBench } from '../../benchmarks/bench-tenants.js'
import { residentMiB } from '../../benchmarks/machine/process-cost.js'
import type { BenchTenant } from '../../benchmarks/requests.js'
import { right } from '@postrider/conformance/outcome'
import { removeQueues } from '@postrider/test/adapters/queue-rabbitmq/broker'
import { builtFolder } from '@postrider/live/site/built-folder'
import { createDatabase } from '@postrider/test/servers/test-database'
import type { CampaignRun } from '../campaign.js'
import { ATTACKS, type AttackOrder, type PortName, PORTS } from './attack.js'
import { provisionWidest } from './widest-tenant.js'
import { startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { someSettings } from '@postrider/test/hosts/wiring/some-settings'

/** A separate `postrider start` on MariaDB and RabbitMQ with senders and all ports open. */
export interface Target {
  /** The API port. */
  readonly port: number
  /** Enough tenants that no credential reaches its rate limit. */
  readonly tenants: readonly BenchTenant[]
  /** The data of a port for an attacker. */
  at(name: PortName): Pick<AttackOrder, 'at' | 'port' | 'largest' | 'widest'>
  /** The process's peak memory since the last call, and its current memory, in MiB. */
  peakMiB(): number
  /** Resolves once all emails have been sent. */
  drained(): Promise<void>
  stop(): Promise<void>
}

type Ground = Pick<CampaignRun, 'mysqlUrl' | 'amqpUrl' | 'directory'>

const SAMPLED_EVERY_MS = 25
const SENDERS = 60

const settingsOn = ({ amqpUrl, directory }: Ground, storageUrl: string, queuePrefix: string) => ({
  POSTRIDER_STORAGE_URL: storageUrl,
  POSTRIDER_QUEUE_URL: amqpUrl,
  POSTRIDER_QUEUE_PREFIX: queuePrefix,
  POSTRIDER_MASTER_KEY: newMasterKey(),
  POSTRIDER_DATA_DIR: directory,
  POSTRIDER_BOUNCE_PORT: '0',
  POSTRIDER_MCP: 'on',
  POSTRIDER_LOG_LEVEL: 'warn',
  // No address is exempt: attacker and sender both use loopback.
  POSTRIDER_CONNECTIONS_EXEMPT: 'none',
})

/** The largest file of a site's first view. */
const largestAsset = (site: 'console' | 'website'): string => {
  const folder = builtFolder(site)
  if (folder === undefined) throw new Error('the pages were not built')
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const sizeOf = (file: string): number => statSync(join(folder, file)).size
  const [largest = ''] = scripts.sort((one, other) => sizeOf(other) - sizeOf(one))
  return `/assets/${largest}`
}

const largestPages = (): Readonly<Record<PortName, string>> => ({
  api: '/docs/search.json',
  console: largestAsset('console'),
  website: largestAsset('website'),
  operations: '/metrics',
  bounces: '',
})

/** The log field of each port. */
const LOGGED: Readonly<Record<PortName, string>> = {
  api: 'httpPort',
  console: 'consolePort',
  website: 'websitePort',
  operations: 'metricsPort',
  bounces: 'bouncePort',
}

const DRAINED_WITHIN_MS = 60_000

const untilDrained = async (url: string): Promise<void> => {
  const connection = await createConnection(url)
  try {
    const untilMs = Date.now() + DRAINED_WITHIN_MS
    for (;;) {
      const [waiting] = await connection.query(
        "SELECT 1 FROM messages WHERE channel = 'email' AND state = 'ACCEPTED' LIMIT 1",
      )
      if ((waiting as readonly unknown[]).length === 0) return
      if (Date.now() > untilMs) throw new Error('messages still wait to be sent')
      await pause(200)
    }
  } finally {
    await connection.end()
  }
}

/** Creates a database with rich tenants and starts the process on it. */
export const openTarget = async (ground: Ground): Promise<Target> => {
  const database = await createDatabase(ground.mysqlUrl)
  const queuePrefix = `attacks-${randomUUID()}`
  const environment = settingsOn(ground, database.url, queuePrefix)
  const settings = await someSettings(environment)
  const composition = await compose(settings, { log: { write: () => undefined } })
  await right(composition.ports.storage.health.migrate())
  const { tenants } = await provisionBench(composition.ports, SENDERS)
  const widest = await provisionWidest(composition.ports, ATTACKS.bodies.count)
  await composition.close()
  const host = startPostrider(['start'], { ...environment, POSTRIDER_LOG_LEVEL: 'info' })
  const serving = await host.logged('serving')
  const ports = Object.fromEntries(PORTS.map((name) => [name, Number(serving[LOGGED[name]])])) as Record<
    PortName,
    number
  >
  const pages = largestPages()
  let peak = 0
  const sample = (): number => {
    const { pid, exitCode } = host.process
    if (pid !== undefined && exitCode === null) peak = Math.max(peak, residentMiB(pid))
    return peak
  }
  const sampling = setInterval(sample, SAMPLED_EVERY_MS)
  return {
    port: ports.api,
    tenants,
    at: (name) => ({ at: name, port: ports[name], largest: pages[name], widest }),
    peakMiB: () => {
      const seen = sample()
      peak = 0
      return seen
    },
    drained: () => untilDrained(database.url),
    stop: async () => {
      clearInterval(sampling)
      host.process.kill('SIGTERM')
      await host.exitCode
      await database.drop()
      await removeQueues(ground.amqpUrl, queuePrefix)
    },
  }
}
