import { randomUUID } from 'node:crypto'
import { newMasterKey } from '@postrider/auth-node/master-key'
import { compose } from '@postrider/wiring/compose'
import { provisionBench } from '../../bench/bench-tenants.js'
import { residentMiB } from '../../bench/machine/process-cost.js'
import type { BenchTenant } from '../../bench/requests.js'
import { right } from '@postrider/conformance/outcome'
import { removeQueues } from '../../adapters/queue-rabbitmq/broker.js'
import { createDatabase } from '../../servers/test-database.js'
import type { CampaignRun } from '../campaign.js'
import { startPostrider } from '../../hosts/cli/run-postrider.js'
import { someSettings } from '../../hosts/wiring/some-settings.js'

/** A `postrider http` of its own, on MariaDB and RabbitMQ, that somebody sends through. */
export interface Target {
  readonly port: number
  readonly tenant: BenchTenant
  /** The most that the process held since it was asked last, in MiB, and what it holds now. */
  peakMiB(): number
  stop(): Promise<void>
}

type Ground = Pick<CampaignRun, 'mysqlUrl' | 'amqpUrl' | 'directory'>

const SAMPLED_EVERY_MS = 25

const settingsOn = ({ amqpUrl, directory }: Ground, storageUrl: string, queuePrefix: string) => ({
  POSTRIDER_STORAGE_URL: storageUrl,
  POSTRIDER_QUEUE_URL: amqpUrl,
  POSTRIDER_QUEUE_PREFIX: queuePrefix,
  POSTRIDER_MASTER_KEY: newMasterKey(),
  POSTRIDER_DATA_DIR: directory,
  POSTRIDER_RATE_SENDS: '1000000',
  POSTRIDER_LOG_LEVEL: 'warn',
  // Nobody is exempt: attacker and sender both come from loopback.
  POSTRIDER_CONNECTIONS_EXEMPT: 'none',
})

/** Makes a database with a rich tenant and starts the process on it. */
export const openTarget = async (ground: Ground): Promise<Target> => {
  const database = await createDatabase(ground.mysqlUrl)
  const queuePrefix = `attacks-${randomUUID()}`
  const environment = settingsOn(ground, database.url, queuePrefix)
  const settings = await someSettings(environment)
  const composition = await compose(settings, { log: { write: () => undefined } })
  await right(composition.ports.storage.health.migrate())
  const { tenants } = await provisionBench(composition.ports, 1)
  await composition.close()
  const [tenant] = tenants
  if (tenant === undefined) throw new Error('no tenant was made')
  const host = startPostrider(['http'], { ...environment, POSTRIDER_LOG_LEVEL: 'info' })
  const { httpPort } = await host.logged('serving')
  let peak = 0
  const sample = (): number => {
    const { pid, exitCode } = host.process
    if (pid !== undefined && exitCode === null) peak = Math.max(peak, residentMiB(pid))
    return peak
  }
  const sampling = setInterval(sample, SAMPLED_EVERY_MS)
  return {
    port: Number(httpPort),
    tenant,
    peakMiB: () => {
      const seen = sample()
      peak = 0
      return seen
    },
    stop: async () => {
      clearInterval(sampling)
      host.process.kill('SIGTERM')
      await host.exitCode
      await database.drop()
      await removeQueues(ground.amqpUrl, queuePrefix)
    },
  }
}
