import 'reflect-metadata'
import { Container } from 'inversify'
import type { AttachmentGateway } from '@postrider/core/support/ports/attachment-gateway'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import type { Homes } from '@postrider/core/messaging/ports/homes'
import type { StorageHealth } from '@postrider/core/platform/ports/health-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
import type { Limits, Postrider } from '@postrider/core/postrider'
import { vocabularyOf } from '@postrider/core/platform/use-cases/vocabulary/vocabulary-of'
import type { Release } from '@postrider/contracts/status/release'
import { createClosingList } from './closing-list.js'
import { guardedTelemetry } from './guarded-telemetry.js'
import type { Log, LogDestination } from './log.js'
import type { Metrics } from './metrics/metrics.js'
import { attachmentsModule } from './modules/attachments-module.js'
import { authModule } from './modules/auth-module.js'
import { coreModule } from './modules/core-module.js'
import { embeddedQueueModule } from './modules/embedded-queue-module.js'
import { htmlReaderModule } from './modules/html-reader-module.js'
import { ipAddressesModule } from './modules/ip-addresses-module.js'
import { mailModule } from './modules/mail-module.js'
import { dnsModule } from './modules/dns-module.js'
import { phoneNumbersModule } from './modules/phone-numbers-module.js'
import { providersModule } from './modules/providers-module.js'
import { rabbitmqModule } from './modules/rabbitmq-module.js'
import { storageModule } from './modules/storage-module.js'
import { systemModule } from './modules/system-module.js'
import { telemetryModule } from './modules/telemetry-module.js'
import { webhooksModule } from './modules/webhooks-module.js'
import { portTokens } from './port-tokens.js'
import { readRelease } from './release.js'
import { platformOf } from './platform.js'
import { PROVIDERS } from './providers.js'
import type { Settings } from './settings.js'
import type { TelemetryHub } from './telemetry-hub.js'
import { provide, type Token, tokens } from './tokens.js'

/** Replacements for ports: the returned value is used instead of the default one. */
export type Overrides = { readonly [K in keyof Ports]?: (made: Ports[K]) => Ports[K] }

export interface ComposeOptions {
  /** For tests: decorators and stand-ins. The default values are still closed at the end. */
  readonly overrides?: Overrides
  /** The core's limits, if they differ from its defaults. */
  readonly limits?: Limits
  /** The providers that messages can be sent through; default: those of this distribution. */
  readonly providers?: readonly ProviderAdapter[]
  /** The destination of the log; default standard output. */
  readonly log?: LogDestination
  /** The number of this process among the workers of one parent, for its log. */
  readonly worker?: number
  /** The homes that accept Organizations' submissions; default: this process. */
  readonly homes?: Homes
  /** How long each step waits for a busy database; default: as short as requests need it. */
  readonly storageTimeoutMs?: number
  /** The running release; default: from the environment and the files of this package. */
  readonly release?: Release
}

/** A composed process, which hosts are built from. */
export interface Composition {
  readonly settings: Settings
  readonly release: Release
  readonly ports: Ports
  readonly postrider: Postrider
  /** The vocabulary of this process's documents. */
  readonly vocabulary: Vocabulary
  /** Receives and serves attachments over HTTP; undefined if a bucket does. */
  readonly attachmentGateway: AttachmentGateway | undefined
  /** The origin of that bucket. */
  readonly bucketOrigin: string | undefined
  readonly log: Log
  readonly metrics: Metrics
  /** Receives all telemetry events and passes them to listeners. */
  readonly telemetry: TelemetryHub
  /** `container.unbindAllAsync()` closes everything, storage last. */
  readonly container: Container
  /** Does the same, and waits for the log. */
  close(): Promise<void>
}

/** Parts with connections are created in this order, and closed in reverse. */
const OPENING_ORDER = [tokens.closing, tokens.storage, tokens.queue] as const

const apply = (container: Container, overrides: Overrides): void => {
  for (const [name, token] of Object.entries(portTokens)) {
    const replace = overrides[name as keyof Ports] as ((made: unknown) => unknown) | undefined
    if (replace !== undefined) container.onActivation<unknown>(token, (_context, made) => replace(made))
  }
}

/** Makes the storage report that its risks are allowed. */
const allowUnsafe = (storage: Storage): Storage => ({
  ...storage,
  health: {
    ...storage.health,
    check: (withinMs) =>
      TE.map((health: StorageHealth) => ({ ...health, allowsUnsafe: true }))(storage.health.check(withinMs)),
  },
})

/** Keeps errors in a replaced telemetry from ending the process. */
const guardTelemetry = (container: Container): void => {
  container.onActivation<Telemetry>(tokens.telemetry, async ({ getAsync }, telemetry) =>
    guardedTelemetry(telemetry, await getAsync<Log>(tokens.log), await getAsync<Clock>(tokens.clock)),
  )
}

const bindAll = (settings: Settings, options: ComposeOptions): Container => {
  const container = new Container({ defaultScope: 'Singleton' })
  const queueModule = settings.queueUrl === 'embedded:' ? embeddedQueueModule : rabbitmqModule
  container.bind<Settings>(tokens.settings).toConstantValue(settings)
  container.bind<Release>(tokens.release).toConstantValue(options.release ?? readRelease(process.env))
  provide(container.bind.bind(container), tokens.closing, [], createClosingList).onDeactivation((closing) =>
    closing.close(),
  )
  container.load(
    systemModule(options.homes),
    authModule,
    phoneNumbersModule,
    dnsModule,
    webhooksModule,
    htmlReaderModule,
    ipAddressesModule,
    storageModule(options.storageTimeoutMs),
    queueModule,
  )
  container.load(
    providersModule(options.providers ?? PROVIDERS),
    mailModule,
    attachmentsModule,
    telemetryModule(options.log, options.worker),
    coreModule({ rates: settings.rateLimits, ...options.limits }, platformOf(settings)),
  )
  apply(container, options.overrides ?? {})
  if (options.overrides?.telemetry !== undefined) guardTelemetry(container)
  if (settings.allowsUnsafeStorage)
    container.onActivation<Storage>(tokens.storage, (_context, storage) => allowUnsafe(storage))
  return container
}

/**
 * Composes a process from its settings: singletons, each created once. Rejects with a sentence if a part
 * can't be created.
 */
export const compose = async (settings: Settings, options: ComposeOptions = {}): Promise<Composition> => {
  const container = bindAll(settings, options)
  const get = <T>(token: Token<T>): Promise<T> => container.getAsync<T>(token)
  try {
    for (const token of OPENING_ORDER) await container.getAsync(token)
    const [log, ports] = [await get(tokens.log), await get(tokens.ports)]
    return {
      settings,
      container,
      log,
      release: await get(tokens.release),
      ports,
      postrider: await get(tokens.postrider),
      vocabulary: vocabularyOf(ports),
      attachmentGateway: (await get(tokens.attachmentStore)).gateway,
      bucketOrigin: (await get(tokens.attachmentStore)).bucketOrigin,
      metrics: await get(tokens.metrics),
      telemetry: await get(tokens.hub),
      close: async () => {
        try {
          await container.unbindAllAsync()
        } finally {
          await log.flush()
        }
      },
    }
  } catch (cause) {
    await container.unbindAllAsync()
    throw cause
  }
}
