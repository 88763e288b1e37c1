import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startHosts } from '@postrider/command/hosts/running-hosts'
import { E } from '@postrider/core/fp'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Limits } from '@postrider/core/postrider'
import { compose, type Composition, type Overrides } from '@postrider/wiring/compose'
import { prepareDataDir } from '@postrider/wiring/data-dir'
import { answerCalls, endWithStarter } from './child-calls.js'
import { provisionCallers } from './bench-people.js'
import { provisionSessions } from './console/bench-operators.js'
import { benchSettings } from './bench-settings.js'
import { provisionBench } from './bench-tenants.js'
import { knexPerRequest } from './knex-per-request.js'
import { knownCodes } from '@postrider/test/builders/known-codes'
import { openEndpoint } from '@postrider/test/builders/open-endpoint'
import { deadProvider } from './dead-provider.js'
import { promptProvider } from './prompt-provider.js'
import { provisionCrowd } from './platform/provision-crowd.js'
import { emptyOutbox, storeMessages } from './store-messages.js'
import type { BenchTenant } from './requests.js'
import type { HeldMemory } from './server-process.js'
import type { Variant } from './variant.js'
import { withoutStorage } from './without-storage.js'

/** Each request in its own transaction, all concurrently: the baseline for the coalescer. */
const ONE_BY_ONE: Limits = { acceptance: { lanes: 512, maxBatch: 1, maxWaiting: 4096 } }

const acceptingThrough = ({ acceptance, storageUrl }: Variant): ((storage: Storage) => Storage) => {
  if (acceptance === 'without storage') return withoutStorage
  return acceptance === 'knex per request'
    ? (storage) => knexPerRequest(storage, storageUrl)
    : (storage) => storage
}

const providerOf = ({ deadWhileExists }: Variant): ProviderOpener =>
  deadWhileExists === undefined ? promptProvider : deadProvider(deadWhileExists)

const open = async (variant: Variant): Promise<Composition> => {
  const settings = benchSettings(variant)
  const prepared = prepareDataDir(settings)
  if (E.isLeft(prepared)) throw new Error(JSON.stringify(prepared.left))
  const overrides: Overrides = {
    storage: acceptingThrough(variant),
    ...(variant.smsc === undefined ? { providers: () => [providerOf(variant)] } : {}),
    otpCodes: knownCodes,
  }
  const limits = variant.acceptance === 'knex per request' ? ONE_BY_ONE : {}
  // Like in production: at info, to a file. Log lines are part of a message's cost.
  const log = { file: join(settings.dataDir, 'log.jsonl') }
  const composition = await compose(settings, { overrides, limits, log })
  const migrated = await composition.ports.storage.health.migrate()()
  if (E.isLeft(migrated)) throw new Error(migrated.left.cause)
  return composition
}

/** The memory of the process after a full garbage collection. */
const heldMemory = async (): Promise<HeldMemory> => {
  globalThis.gc?.()
  await pause(100)
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { residentBytes: rss, liveBytes: heapUsed + external }
}

const MESSAGES_AT_ONCE = 2000

/** Indexes every message by its recipient, including copied ones. */
const indexAnew = async ({ postrider, ports: { storage } }: Composition): Promise<void> => {
  const reset = await storage.feed.reset()()
  if (E.isLeft(reset)) throw new Error(reset.left.cause)
  for (;;) {
    const indexed = await postrider.indexRecipients(MESSAGES_AT_ONCE)()
    if (E.isLeft(indexed)) throw new Error(indexed.left.cause)
    if (!indexed.right.isMore) return
  }
}

/** Webhook endpoints for the tenant with this number. */
interface EndpointsToOpen {
  readonly tenant: number
  readonly urls: readonly string[]
  /** The last event that they don't get; default: the newest. */
  readonly deliveredTo?: number
}

const openEndpoints = async (
  { ports }: Composition,
  tenant: BenchTenant | undefined,
  { urls, deliveredTo }: EndpointsToOpen,
): Promise<void> => {
  if (tenant === undefined) throw new Error('the tenant is missing')
  for (const url of urls)
    await openEndpoint(ports, tenant, deliveredTo === undefined ? { url } : { url, deliveredTo })
}

const main = async (): Promise<void> => {
  endWithStarter()
  const variant = JSON.parse(process.argv[2] ?? '') as Variant
  const composition = await open(variant)
  const made =
    variant.tenants > 0
      ? await provisionBench(composition.ports, variant.tenants, variant.smsc)
      : { tenants: [], penniless: undefined, callbackPath: undefined }
  await provisionCrowd(composition.ports, variant.crowd ?? 0)
  const callers = await provisionCallers(composition.ports, made.tenants, variant.people)
  await storeMessages(composition, made.tenants, variant.stored)
  const sessions = await provisionSessions(composition.ports, variant.sessions)
  const hosts = await startHosts(composition, {
    http: variant.role === 'http',
    console: variant.role === 'console',
    website: false,
    dispatcher: variant.role === 'dispatcher',
    mayMovePorts: true,
  })
  if (E.isLeft(hosts)) throw new Error(JSON.stringify(hosts.left))
  answerCalls({
    memory: heldMemory,
    emptyOutbox: () => emptyOutbox(composition.ports),
    indexAnew: () => indexAnew(composition),
    openEndpoints: (wanted: EndpointsToOpen) =>
      openEndpoints(composition, made.tenants[wanted.tenant], wanted),
  })
  process.once('SIGTERM', () => {
    void hosts.right
      .stop()
      .then(() => composition.close())
      .then(() => process.disconnect?.())
  })
  const { httpPort, consolePort } = hosts.right
  console.log(JSON.stringify({ port: httpPort ?? consolePort ?? 0, ...made, ...callers, sessions }))
}

await main()
