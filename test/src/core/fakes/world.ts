import { loopbackWebhooks } from '../../builders/webhook-callers.js'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { onlyHome } from '@postrider/node/system/only-home'
import type { SendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { CredentialAction, ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { BearerSecrets } from '@postrider/core/identity/ports/bearer-secrets'
import type { Ports } from '@postrider/core/assembly/ports'
import type { CatalogRecords } from '@postrider/core/catalog/ports/catalog-storage'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import type { Server } from '@postrider/core/identity/use-cases/callers/caller'
import type { Granted } from '@postrider/core/identity/use-cases/credentials/read-as'
import { aPosting } from '@postrider/conformance/builders/a-posting'
import {
  aTenant,
  recordsOf,
  type Tenant,
  type TenantOverrides,
} from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { type FaultyStorage, faultyStorage } from './faulty-storage.js'
import { HERE, plainIpAddresses } from './plain-ip-addresses.js'
import { plainKeyRing } from './plain-key-ring.js'
import { ed25519Signatures } from '@postrider/node/auth/ed25519-signatures'
import { plainOtpCodes } from './plain-otp-codes.js'
import { noAttachments } from './no-attachments.js'
import { plainTimekeeping } from './plain-timekeeping.js'
import { noMail, plainDigests, plainPasswords, plainTokens, plainTotp } from './plain-secrets.js'
import { type MemoryQueue, memoryQueue } from './memory-queue.js'
import { type ManualTime, manualTime } from './manual-time.js'
import { type ScriptedProvider, scriptedProvider } from './scripted-provider.js'

/** All ports, made of fakes, and one tenant with money. */
export interface World {
  readonly ports: Ports
  readonly memory: FaultyStorage
  readonly time: ManualTime
  readonly queue: MemoryQueue
  readonly provider: ScriptedProvider
  readonly emitted: TelemetryEvent[]
  readonly tenant: Tenant
  /** The call as hosts pass it on, after authorization. */
  readonly caller: Granted<CredentialAction>
  /** A request that the tenant may make. */
  request(overrides?: Partial<SendRequest>): SendRequest
  /** Writes catalog records at once. */
  save(records: CatalogRecords): Promise<void>
}

/** Secrets in clear: `kind:selector:secret`. The verifier is the secret's digest. */
const plainSecretsOf = <K extends string>(kinds: readonly K[]): BearerSecrets<K> => ({
  create: (kind) => {
    const selector = fresh.hex(16)
    const secret = fresh.hex(43)
    return { bearer: `${kind}:${selector}:${secret}`, selector, verifier: sha256(secret) }
  },
  parse: (bearer) => {
    const [named, selector, secret] = bearer.split(':')
    const kind = kinds.find((one) => one === named)
    return kind !== undefined && selector && secret ? { kind, selector, secret } : undefined
  },
  matches: (secret, verifier) => verifier !== undefined && sha256(secret) === verifier,
})

export const plainSecrets = plainSecretsOf(['test', 'production'])

const SECRET = 'the-secret-of-the-tenant'

/** The bearer value of a tenant's credential. */
export const bearerOf = ({ environment, selector }: ServerCredential): string =>
  `${environment}:${selector}:${SECRET}`

const requestOf = (tenant: Tenant, overrides: Partial<SendRequest>): SendRequest => ({
  projectId: tenant.project.projectId,
  appId: tenant.app.appId,
  channel: 'sms',
  to: '+919876543210',
  templateId: tenant.template.templateId,
  variables: { name: 'Asha', code: '0042' },
  ...overrides,
})

const portsOf = (
  memory: FaultyStorage,
  time: ManualTime,
  queue: MemoryQueue,
  provider: ScriptedProvider,
  emitted: TelemetryEvent[],
): Ports => ({
  storage: memory.storage,
  queue: queue.queue,
  providers: [provider.opener],
  clock: time.clock,
  timekeeping: plainTimekeeping(),
  timers: time.timers,
  ids: { next: (prefix) => fresh.id(prefix) },
  random: { fraction: () => fresh.fraction() },
  digests: { sha256 },
  keyRing: plainKeyRing(() => '{}'),
  keyedDigests: plainDigests,
  bearerSecrets: plainSecrets,
  agentSecrets: plainSecretsOf(['customer', 'bootstrap', 'admin']),
  sessionTokens: plainTokens,
  passwords: plainPasswords,
  totp: plainTotp,
  signatures: ed25519Signatures,
  mailer: noMail,
  attachments: noAttachments,
  otpCodes: plainOtpCodes(),
  phoneNumbers: { countryOf: (to) => (/^\+91[6-9][0-9]{9}$/.test(to) ? 'IN' : undefined) },
  dnsRecords: { txt: async () => [] },
  htmlReader,
  homes: onlyHome,
  webhooks: loopbackWebhooks,
  ipAddresses: plainIpAddresses,
  telemetry: { emit: (event) => void emitted.push(event) },
})

export interface WorldOptions {
  readonly tenant?: TenantOverrides
  readonly creditMinor?: number
  readonly provider?: ScriptedProvider
}

export const aWorld = (options: WorldOptions = {}): World => {
  const memory = faultyStorage()
  const time = manualTime()
  const queue = memoryQueue()
  const provider = options.provider ?? scriptedProvider()
  const emitted: TelemetryEvent[] = []
  const tenant = aTenant({
    ...options.tenant,
    credential: { verifier: sha256(SECRET), ...options.tenant?.credential },
  })
  for (const [table, rows] of Object.entries(recordsOf(tenant)))
    (memory.tables.catalog as unknown as Record<string, unknown[]>)[table] = [...(rows as unknown[])]
  const { account, event } = aPosting(newAccount(tenant.accountKey), {
    amountMinor: options.creditMinor ?? 1_000,
  })
  memory.tables.accounts.set(accountKey(tenant.accountKey), account)
  memory.tables.events.push(event)
  const { environment, selector } = tenant.credential
  const server: Server = {
    _tag: 'Server',
    credential: tenant.credential,
    epoch: memory.tables.epoch,
    proof: { kind: environment, selector, secret: SECRET },
    clientAddress: HERE,
  }
  return {
    ports: portsOf(memory, time, queue, provider, emitted),
    memory,
    time,
    queue,
    provider,
    emitted,
    tenant,
    caller: server as Granted<CredentialAction>,
    request: (overrides = {}) => requestOf(tenant, overrides),
    save: async (records) => {
      const saved = await memory.storage.catalog.save(records)()
      if (saved._tag === 'Left') throw new Error(saved.left.cause)
    },
  }
}
