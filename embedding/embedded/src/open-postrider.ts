import { Postrider as Client, type PostriderOptions } from '@postrider/client'
import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/ports/ports'
import type { Postrider } from '@postrider/core/postrider'
import type { OperatorClaim } from '@postrider/core/use-cases/people/operator-authentication'
import { createDispatcherHost, type DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { createHttpHost, type HttpHost } from '@postrider/http/http-host'
import { compose, type Composition } from '@postrider/wiring/compose'
import { ownMasterKey, prepareDataDir } from '@postrider/wiring/data-dir'
import { holdDataDir } from '@postrider/wiring/hold-data-dir'
import { isEmbedded, type Settings } from '@postrider/wiring/settings'
import { keyedAgent, type OperationCaller, admittedOperator, signedInPerson } from './callers.js'
import { EmbeddedError, rightOrThrow } from './embedded-error.js'
import { innerFetch } from './inner-fetch.js'
import { type OpenOptions, overridesOf, settingsOf } from './open-options.js'
import { type EmbeddedTenant, setUpTestTenant } from './test-tenant.js'

/** Postrider in this process. */
export interface EmbeddedPostrider {
  /** The bare core: every use case, as hosts call it. */
  readonly core: Postrider
  /** What it stands on. */
  readonly ports: Ports
  /** Begins to send what was accepted, in this process; throws where the database is not as it must be. */
  start(): Promise<void>
  /** A client as customers' servers have it, for this credential: the same checks and errors, without a socket. */
  as(credential: string, options?: Pick<PostriderOptions, 'timeoutMs' | 'maxRetries'>): Client
  /** A super admin, by what they show. */
  operator(claim: OperatorClaim): Promise<OperationCaller>
  /** An Agent, by its key. */
  agent(key: string): Promise<OperationCaller>
  /** Somebody, by the access token of a session of theirs. */
  person(accessToken: string): Promise<OperationCaller>
  /** A tenant of the test environment that can send at once; the same one each time. */
  setUpTestTenant(): Promise<EmbeddedTenant>
  /** Takes no more, finishes what is under way, and closes everything. */
  close(): Promise<void>
}

/** Where nothing listens an address stands for this process. */
const HERE = 'http://localhost'

const PACE = { stopTimeoutMs: 15_000 }

const httpOf = ({
  postrider,
  ports,
  vocabulary,
  attachmentGateway,
  release,
  log,
  metrics,
}: Composition): HttpHost =>
  createHttpHost({
    postrider,
    vocabulary,
    attachmentGateway,
    release,
    log,
    clock: ports.clock,
    ids: ports.ids,
    ipAddresses: ports.ipAddresses,
    requestMetrics: metrics,
    limits: { drainPauseMs: 0 },
  })

const dispatcherOf = ({ postrider, ports, log, metrics, telemetry }: Composition): DispatcherHost => {
  const dispatcher = createDispatcherHost({ postrider, ports, log, gauges: metrics, pace: PACE })
  telemetry.listen((event) => {
    if (event._tag === 'Accepted' && !event.replayed) dispatcher.wake()
  })
  return dispatcher
}

/** Makes the data directory; holds the database of one file, which one process alone may have. */
const claim = (settings: Settings): (() => void) => {
  const prepared = prepareDataDir(settings)
  if (E.isLeft(prepared)) throw new EmbeddedError('settings', `dataDir: ${prepared.left.problem}.`)
  if (!isEmbedded(settings)) return () => undefined
  const held = holdDataDir(settings, 'embedded')
  if (held === undefined)
    throw new EmbeddedError(
      'in_use',
      `Another process has ${settings.dataDir} open: one process alone may have a database of SQLite. Give this one a dataDir of its own, or storage by an address.`,
    )
  return () => held.release()
}

const composed = async (settings: Settings, options: OpenOptions): Promise<Composition> => {
  const { providers, limits, log = { fd: 2 } } = options
  const made = await compose(settings, {
    log,
    overrides: overridesOf(options),
    ...(providers === undefined ? {} : { providers }),
    ...(limits === undefined ? {} : { limits }),
  })
  try {
    rightOrThrow('The migration', await made.ports.storage.health.migrate()())
    rightOrThrow('The claim of the master key', await made.postrider.claimSealingKey()())
    return made
  } catch (cause) {
    await made.close()
    throw cause
  }
}

const working = (composition: Composition, release: () => void): EmbeddedPostrider => {
  const { postrider: core, ports, settings } = composition
  const http = httpOf(composition)
  const fetch = innerFetch(http.connect)
  let dispatcher: DispatcherHost | undefined
  return {
    core,
    ports,
    start: async () => {
      dispatcher ??= dispatcherOf(composition)
      const started = await dispatcher.start()
      if (E.isLeft(started)) throw new EmbeddedError('not_ready', started.left)
    },
    as: (credential, options = {}) => new Client({ ...options, credential, baseUrl: HERE, fetch }),
    operator: (shown) => admittedOperator(core, shown),
    agent: (key) => keyedAgent(core, key),
    person: (accessToken) => signedInPerson(core, accessToken),
    setUpTestTenant: () => setUpTestTenant(core, settings.dataDir),
    close: async () => {
      await http.close()
      await dispatcher?.stop()
      await composition.close()
      release()
    },
  }
}

/**
 * Opens Postrider in this process: makes what is missing, migrates the database, and answers at once. Throws an `EmbeddedError`
 * that says what to do.
 * @example
 * ```ts
 * import { openPostrider } from '@postrider/embedded'
 *
 * const postrider = await openPostrider({ dataDir: './data' })
 * await postrider.start()
 * const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
 * const api = postrider.as(credential)
 * ```
 */
export const openPostrider = async (options: OpenOptions = {}): Promise<EmbeddedPostrider> => {
  const settings = settingsOf(options)
  const release = claim(settings)
  try {
    const keyed =
      settings.masterKey === undefined ? { ...settings, masterKey: ownMasterKey(settings) } : settings
    return working(await composed(keyed, options), release)
  } catch (cause) {
    release()
    throw cause
  }
}
