import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyRing } from '@postrider/auth-node/aes-key-ring'
import { createBearerSecrets } from '@postrider/auth-node/bearer-secrets'
import { newMasterKey, parseMasterKey } from '@postrider/auth-node/master-key'
import type { ProviderAccountId } from '@postrider/core/domain/ids/id'
import { DAY_MS, MINUTE_MS } from '@postrider/core/domain/time/epoch-ms'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { issueCredential } from '@postrider/core/use-cases/credentials/issue-credential'
import { secretsPlace } from '@postrider/core/use-cases/dispatch/open-providers'
import { provisionTenant, type TenantPlan } from '@postrider/core/use-cases/tenancy/provision-tenant'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { nodeDigests } from '@postrider/system/node-digests'
import { createSystemClock } from '@postrider/system/system-clock'
import { createIds } from '@postrider/system/system-ids'
import { removeQueues, runBrokerUrl } from '../adapters/queue-rabbitmq/broker.js'
import { right } from '../conformance/outcome.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { createDatabase } from '../servers/test-database.js'
import { type Child, startChild } from './child.js'
import type { LastWords } from './crash-point.js'
import type { HostOptions } from './host-options.js'
import type { ProviderMode } from './provider-log.js'
import type { ProviderOptions } from './provider-process.js'
import type { Sabotage } from './sabotage.js'

export const CREDIT_MINOR = 1_000_000
export const CURRENCY = 'INR'

/** What a run is played on; without addresses the run's own servers. */
export interface SceneOptions {
  readonly mode: ProviderMode
  readonly sabotage?: Sabotage | undefined
  readonly mysqlUrl?: string
  readonly amqpUrl?: string
  /** How long the provider takes over each message. */
  readonly providerDelayMs?: number
  /** Unanswered deliveries of each lane. */
  readonly prefetch?: number
}

/** How a host is started. */
export interface Life {
  readonly crashAt?: string
  /** How far its clock is ahead. */
  readonly aheadMs: number
}

/** Ids that a client's requests name. */
export interface Sendable {
  readonly projectId: string
  readonly appId: string
  readonly bearer: string
  readonly smsTemplateId: string
  readonly emailTemplateId: string
}

/** A tenant, a provider and a place for hosts: all that outlives a host's death. */
export interface Scene {
  readonly mode: ProviderMode
  readonly storage: Storage
  readonly baseUrl: string
  readonly sendable: Sendable
  readonly providerUrl: string
  readonly providerLog: string
  readonly queueUrl: string
  readonly queuePrefix: string
  startHost(life: Life): Promise<Child>
  lastWords(): LastWords
  /** Ends every process and removes everything. */
  clear(): Promise<void>
}

const ids = createIds(createSystemClock())

const planOf = (
  providerAccountId: ProviderAccountId,
  url: string,
  mode: ProviderMode,
  key: string,
): TenantPlan => {
  const nowMs = Date.now()
  const providerAccountIds = [providerAccountId]
  const since = { effectiveFromMs: nowMs - MINUTE_MS, destinationPrefix: '*' }
  return {
    displayName: 'Asha Stores',
    environment: 'test',
    currency: CURRENCY,
    creditMinor: CREDIT_MINOR,
    configurations: [
      { channel: 'sms', sender: { channel: 'sms', header: 'ASHAST' }, providerAccountIds },
      { channel: 'email', sender: { channel: 'email', from: 'shop@asha.example' }, providerAccountIds },
    ],
    templates: [
      {
        ...{ name: 'shipped', category: 'transactional', language: 'en' },
        content: { channel: 'sms', text: 'Order {{order}} is on its way.' },
        variables: [{ name: 'order', example: '42' }],
      },
      {
        ...{ name: 'offer', category: 'promotional', language: 'en' },
        content: { channel: 'email', subject: 'For you', text: 'About order {{order}} ...' },
        variables: [{ name: 'order', example: '42' }],
      },
    ],
    // One of each kind: charged when a provider takes it, and only when it arrives.
    prices: [
      { ...since, channel: 'sms', unitAmountMinor: 25, chargeOn: 'submitted' },
      { ...since, channel: 'email', unitAmountMinor: 10, chargeOn: 'delivered' },
    ],
    providerAccounts: [
      {
        providerAccountId,
        kind: 'sandbox',
        name: 'The provider process',
        channels: ['sms', 'email'],
        status: 'enabled',
        settings: { url, mode },
        sealedSecrets: createKeyRing({ current: parseMasterKey(key) }).seal(
          '{}',
          secretsPlace(providerAccountId),
        ),
        maxConcurrent: 4,
        timeoutMs: 1000,
        createdAtMs: nowMs,
      },
    ],
  }
}

const provision = async (storage: Storage, plan: TenantPlan): Promise<Sendable> => {
  const clock = createSystemClock()
  const means = { storage, clock, ids, digests: nodeDigests, bearerSecrets: createBearerSecrets() }
  const { app, templates } = await right(provisionTenant(means)(plan))
  const issued = await right(
    issueCredential(means)({
      app,
      actions: ['messages.send', 'messages.read', 'billing.read'],
      channels: ['sms', 'email'],
      label: 'crash client',
      expiresAtMs: clock.nowMs() + 365 * DAY_MS,
    }),
  )
  const templateOf = (channel: string): string =>
    templates.find(({ content }) => content.channel === channel)?.templateId ?? ''
  return {
    projectId: app.projectId,
    appId: app.appId,
    bearer: issued.bearer,
    smsTemplateId: templateOf('sms'),
    emailTemplateId: templateOf('email'),
  }
}

const startProvider = (directory: string, options: ProviderOptions): Promise<Child> =>
  startChild({ name: 'provider-process', options, logFile: join(directory, 'provider.out') })

/** Makes an empty, migrated database with a tenant in it, and starts the provider. */
export const setScene = async (options: SceneOptions): Promise<Scene> => {
  const {
    mode,
    sabotage,
    mysqlUrl,
    amqpUrl: queueUrl = runBrokerUrl(),
    providerDelayMs: delayMs = 0,
  } = options
  const directory = await freshDirectory('crash')
  const database = await createDatabase(mysqlUrl)
  const storage = await openStorage(database.url)
  await right(storage.health.migrate())
  const [httpPort, webhookPort] = [await freePort(), await freePort()]
  const providerLog = join(directory, 'provider.log')
  const webhook = `http://127.0.0.1:${webhookPort}/`
  const provider = await startProvider(directory, { mode, logFile: providerLog, webhook, delayMs })
  const providerUrl = `http://127.0.0.1:${provider.port}`
  const providerAccountId = ids.next('pac')
  const masterKey = newMasterKey()
  const queuePrefix = `crash-${randomBytes(6).toString('hex')}`
  const lastWordsFile = join(directory, 'last-words.json')
  const hosts: Child[] = []
  const hostOptions: Omit<HostOptions, 'aheadMs'> = {
    storageUrl: database.url,
    ...{ queueUrl, queuePrefix, dataDir: directory, masterKey, httpPort, webhookPort },
    ...{ providerAccountId, lastWordsFile, sabotage, prefetch: options.prefetch },
  }
  return {
    ...{ mode, storage, providerUrl, providerLog, queueUrl, queuePrefix },
    baseUrl: `http://127.0.0.1:${httpPort}`,
    sendable: await provision(storage, planOf(providerAccountId, providerUrl, mode, masterKey)),
    startHost: async ({ crashAt, aheadMs }) => {
      const host = await startChild({
        name: 'crash-host',
        options: { ...hostOptions, aheadMs },
        logFile: join(directory, 'host.out'),
        ...(crashAt === undefined ? {} : { env: { CRASH_AT: crashAt } }),
      })
      hosts.push(host)
      return host
    },
    lastWords: () => JSON.parse(readFileSync(lastWordsFile, 'utf8')) as LastWords,
    clear: async () => {
      await Promise.all([...hosts, provider].map((child) => child.kill()))
      await storage.close()
      await Promise.all([database.drop(), removeQueues(queueUrl, queuePrefix)])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
