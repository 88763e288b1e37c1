import { loopbackWebhooks } from '../../builders/webhook-callers.js'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { onlyHome } from '@postrider/node/system/only-home'
import type { Mail } from '@postrider/core/identity/ports/mailer'
import { overheardMail } from '../../builders/overheard-mail.js'
import { secretPorts } from '../../builders/secret-ports.js'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { createFileAttachments } from '@postrider/attachments-files/file-attachments'
import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import type { RateLimits } from '@postrider/core/limits/domain/rate-policy'
import type { AttachmentGateway } from '@postrider/core/support/ports/attachment-gateway'
import type { Attachments } from '@postrider/core/support/ports/attachments'
import type { Ports } from '@postrider/core/assembly/ports'
import type { Storage } from '@postrider/core/assembly/storage'
import { createPostrider, type Postrider } from '@postrider/core/postrider'
import { createHttpHost, type HttpHost, type HttpHostNeeds } from '@postrider/http/http-host'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { mcpEndpoints } from '@postrider/mcp/mcp-endpoint'
import { phoneNumbers } from '@postrider/node/phone-numbers/libphonenumber'
import { openEmbeddedQueue } from '@postrider/queue-embedded/embedded-queue'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { createIds } from '@postrider/node/system/system-ids'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import type {
  CutCause,
  OperationBoundary,
  RefusalCause,
  RequestMetrics,
} from '@postrider/web-server/hosting/request-metrics'
import { PROVIDERS, VOCABULARY } from '@postrider/wiring/providers'
import { plainTimekeeping } from '../../core/fakes/plain-timekeeping.js'
import { right } from '@postrider/conformance/outcome'
import { freePort } from '../../servers/free-port.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { openAnyStorage } from '../../adapters/open-any-storage.js'
import { placeMigratedFile } from '../../adapters/storage-sql/migrated-file.js'
import { call, type Reply, type Sent } from './http-client.js'
import { listeningLog, type LogLine } from './listening-log.js'
import { CREDIT_MINOR, provisionTestTenant, type TenantSetUp, type TestTenant } from './test-tenant.js'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

/** The permanent records of a request, as the core counts them. */
export interface Written {
  readonly messages: number
  readonly events: number
  readonly violations: number
}

/** A complete HTTP host on a real database, with two tenants. */
export interface HttpFixture {
  readonly port: number
  readonly host: HttpHost
  readonly postrider: Postrider
  readonly storage: Storage
  readonly ports: Ports
  /** Attachments with addresses of this host, its gateway for them, and their directory. */
  readonly attachments: Attachments
  readonly attachmentGateway: AttachmentGateway
  readonly attachmentsDirectory: string
  /** The files of the database. */
  databaseFiles(): readonly string[]
  readonly lines: readonly LogLine[]
  readonly metrics: ReadonlyArray<readonly [route: string, method: string, status: number]>
  /** The handled operations, and the codes of refused sends. */
  readonly operated: ReadonlyArray<readonly [boundary: OperationBoundary, operation: string, status: number]>
  readonly refusedSends: readonly ErrorCode[]
  /** Why connections were refused, and why some were closed. */
  readonly refusedConnections: readonly RefusalCause[]
  readonly cutConnections: readonly CutCause[]
  /** The generated codes by challenge, as their recipients know them. */
  readonly codes: ReadonlyMap<string, string>
  /** The emails that were sent since the last call. */
  readMail(): Promise<readonly Mail[]>
  readonly mine: TestTenant
  readonly other: TestTenant
  call(method: string, target: string, sent?: Sent): Promise<Reply>
  written(): Promise<Written>
  /** Another tenant with this credit, set up with changes. */
  openTenant(creditMinor: number, setUp?: TenantSetUp): Promise<TestTenant>
  /** Another host on the same use cases, with changes. */
  openHost(changes: Partial<HttpHostNeeds>): Promise<{ readonly host: HttpHost; readonly port: number }>
  close(): Promise<void>
}

/** The release that the host reports. */
export const RELEASE = { version: '9.8.7', commit: 'c0ffee', builtAt: '2026-11-21T08:00:00.000Z' }

const openPorts = async (
  storageUrl: string,
  dataDir: string,
  codes: Map<string, string>,
  mails: Mail[],
  attachments: Attachments,
  masterKey = newMasterKey(),
): Promise<Ports> => {
  const clock = createSystemClock()
  const storage = await openAnyStorage(storageUrl)
  await right(storage.health.migrate())
  return {
    storage,
    clock,
    timekeeping: plainTimekeeping(),
    ids: createIds(clock),
    random: systemRandom,
    timers: systemTimers,
    digests: nodeDigests,
    queue: openEmbeddedQueue({ jobs: storage.jobs, clock, timers: systemTimers }),
    providers: PROVIDERS.map(({ opener }) =>
      opener({ dataDir, clock, timers: systemTimers, random: systemRandom, networks: loopbackNetworks }),
    ),
    ...secretPorts(codes, { current: parseMasterKey(masterKey) }),
    mailer: overheardMail(mails),
    attachments,
    dnsRecords: { txt: async () => [] },
    htmlReader,
    homes: onlyHome,
    webhooks: loopbackWebhooks,
    phoneNumbers: phoneNumbers,
    ipAddresses,
    telemetry: { emit: () => undefined },
  }
}

const plenty = { perSecond: 1_000_000 }

/** Limits that unrelated tests don't reach. */
const UNLIMITED = {
  sends: plenty,
  otp: plenty,
  verifications: plenty,
  reads: plenty,
  organization: plenty,
  control: plenty,
  agent: plenty,
}

/** The foundation of a fixture, if it isn't the default. */
export interface Foundation {
  /** A database that several fixtures may share, like processes do. */
  readonly storageUrl?: string
  /** The master key of all processes on the database. Default: a new one. */
  readonly masterKey?: string
  readonly rates?: RateLimits
  /** Whether the tools for Agents are enabled at `/mcp`. */
  readonly hasTools?: boolean
}

/** Opens everything: SQLite in a temporary directory, real adapters, a host on a free port. */
export const openHttpFixture = async (
  changes: Partial<HttpHostNeeds> = {},
  { storageUrl, masterKey, rates = UNLIMITED, hasTools = false }: Foundation = {},
): Promise<HttpFixture> => {
  const directory = await freshDirectory('http')
  const codes = new Map<string, string>()
  const mails: Mail[] = []
  const ownPort = await freePort()
  const attachmentsDirectory = join(directory, 'attachments')
  const { attachments, gateway: attachmentGateway } = createFileAttachments({
    directory: attachmentsDirectory,
    key: randomBytes(32),
    publicUrl: `http://127.0.0.1:${ownPort}`,
    clock: createSystemClock(),
  })
  const file = join(directory, 'postrider.db')
  if (storageUrl === undefined) await placeMigratedFile(file)
  const ports = await openPorts(
    storageUrl ?? `sqlite:${file}`,
    directory,
    codes,
    mails,
    attachments,
    masterKey,
  )
  const { storage, clock, ids, queue } = ports
  const postrider = createPostrider(ports, { rates })
  // Claims the key like the first process does, so that others with the key can start.
  if (masterKey !== undefined) await right(postrider.claimSealingKey())
  const { log, lines } = listeningLog()
  const metrics: Array<readonly [string, string, number]> = []
  const operated: Array<readonly [OperationBoundary, string, number]> = []
  const refusedSends: ErrorCode[] = []
  const refusedConnections: RefusalCause[] = []
  const cutConnections: CutCause[] = []
  const requestMetrics: RequestMetrics = {
    answered: (route, method, status) => void metrics.push([route, method, status]),
    operated: (boundary, operation, status) => void operated.push([boundary, operation, status]),
    sendRefused: (code) => void refusedSends.push(code),
    connectionRefused: (why) => void refusedConnections.push(why),
    connectionCut: (why) => void cutConnections.push(why),
  }
  const hosts: HttpHost[] = []
  const openHost = async (more: Partial<HttpHostNeeds>, wanted = 0) => {
    const own = { postrider, vocabulary: VOCABULARY, clock, ids, ipAddresses, attachmentGateway }
    const base = { ...own, log, requestMetrics, release: RELEASE }
    const publicUrl = `http://127.0.0.1:${ownPort}`
    const served = { ...postrider, ...more.postrider }
    const tools = { ...base, postrider: served, version: RELEASE.version, publicUrl }
    const extraEndpoints: HttpHostNeeds['extraEndpoints'] = hasTools
      ? (extra) => mcpEndpoints({ ...tools, ...extra })
      : undefined
    const host = createHttpHost({ ...base, extraEndpoints, ...changes, ...more })
    hosts.push(host)
    const { port } = await host.listen('127.0.0.1', wanted)
    return { host, port }
  }
  const { host, port } = await openHost({}, ownPort)
  const openTenant: HttpFixture['openTenant'] = (creditMinor, setUp) =>
    provisionTestTenant({ ports }, creditMinor, setUp)
  return {
    port,
    host,
    postrider,
    storage,
    ports,
    attachments,
    attachmentGateway,
    attachmentsDirectory,
    databaseFiles: () =>
      readdirSync(directory)
        .filter((name) => name.startsWith('postrider.db'))
        .map((name) => join(directory, name)),
    codes,
    readMail: async () => {
      await right(postrider.sendMails())
      return mails.splice(0)
    },
    lines,
    metrics,
    operated,
    refusedSends,
    refusedConnections,
    cutConnections,
    openHost: (more) => openHost(more),
    openTenant,
    mine: await openTenant(CREDIT_MINOR),
    other: await openTenant(CREDIT_MINOR),
    call: (method, target, sent) => call(port, method, target, sent),
    written: async () => {
      const { messages, events, violations } = await right(postrider.checkInvariants())
      return { messages, events, violations: violations.length }
    },
    close: async () => {
      await Promise.all(hosts.map((each) => each.close()))
      await queue.close()
      await storage.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
