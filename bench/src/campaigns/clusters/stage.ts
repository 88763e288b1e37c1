import { join } from 'node:path'
import { endCommands, type RunningCommand, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'
import { mkdir } from 'node:fs/promises'
import { freshPrefix } from '@postrider/test/adapters/queue-rabbitmq/broker'
import type { CampaignRun } from '../campaign.js'
import { portOf, setScenes } from '@postrider/test/hosts/mail-scene'
import { type SlowMailServer, startSlowMailServer } from '../slow-mail-server.js'

/** The database and the broker of a trial's processes; each process has a number. */
export interface Ground {
  storageUrl(at: number): string
  queueUrl(at: number): string
  /** The address of the database on a node that accepts writes, for the judge and for commands. */
  commandUrl(): Promise<string>
  close(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** Two HTTP and two dispatcher processes, five customers, and a mail server. */
export interface Stage {
  readonly ground: Ground
  readonly tenants: readonly TestTenant[]
  readonly mails: SlowMailServer
  readonly ports: readonly [number, number]
  /** The settings of a command. */
  settings(): Promise<Environment>
  stopDispatchers(): Promise<void>
  startDispatchers(): Promise<void>
  /** Stops all processes in order, and kills those that take too long. */
  end(): Promise<void>
}

const ORGANIZATIONS = 5
const MAIL_MS = 5
const PLACES = 10
const ENDED_WITHIN_MS = 30_000

const endInTime = async ({ process, exitCode }: RunningCommand): Promise<void> => {
  process.kill('SIGTERM')
  const timer = setTimeout(() => process.kill('SIGKILL'), ENDED_WITHIN_MS)
  await exitCode
  clearTimeout(timer)
}

/** Creates the customers and starts the processes, each with its own addresses. */
export const openStage = async (run: CampaignRun, ground: Ground, name: string): Promise<Stage> => {
  const folder = join(run.directory, name.replaceAll(/\W+/g, '-'))
  await mkdir(folder)
  const mails = await startSlowMailServer(folder, MAIL_MS)
  const common = {
    POSTRIDER_QUEUE_PREFIX: freshPrefix(),
    POSTRIDER_RATE_READS: '10000',
    POSTRIDER_RATE_ORGANIZATION_READS: '10000',
    POSTRIDER_DATA_DIR: join(folder, 'data'),
  }
  const at = (number: number) => ({
    POSTRIDER_STORAGE_URL: ground.storageUrl(number),
    POSTRIDER_QUEUE_URL: ground.queueUrl(number),
  })
  const given = { ...common, ...at(0), POSTRIDER_STORAGE_URL: await ground.commandUrl() }
  const { settings, tenants } = await setScenes(given, mails.port, PLACES, ORGANIZATIONS)
  const start = (command: 'http' | 'dispatcher', number: number): RunningCommand => {
    const own = { POSTRIDER_DATA_DIR: join(folder, `data-${number}`) }
    return startPostrider([command], { ...settings, ...at(number), ...own })
  }
  const http = [start('http', 0), start('http', 1)] as const
  let dispatchers: readonly RunningCommand[] = []
  const stopDispatchers = async (): Promise<void> => {
    await Promise.all(dispatchers.map(endInTime))
    dispatchers = []
  }
  const startDispatchers = async (): Promise<void> => {
    dispatchers = [start('dispatcher', 2), start('dispatcher', 3)]
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.logged('serving')))
  }
  await startDispatchers()
  return {
    ground,
    tenants,
    mails,
    ports: [await portOf(http[0]), await portOf(http[1])],
    settings: async () => ({ ...settings, POSTRIDER_STORAGE_URL: await ground.commandUrl() }),
    stopDispatchers,
    startDispatchers,
    end: async () => {
      await Promise.all([...http, ...dispatchers].map(endInTime))
      endCommands()
      await mails.close()
    },
  }
}
