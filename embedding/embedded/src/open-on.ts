import { Postrider as Client, type PostriderOptions } from '@postrider/client'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { FirstSetUpRequest } from '@postrider/core/setup/domain/first-set-up'
import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import type { Postrider } from '@postrider/core/postrider'
import type { OperatorClaim } from '@postrider/core/identity/use-cases/people/operator-authentication'
import type { DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import { logStorageRisks } from '@postrider/web-server/hosting/log-storage-risks'
import { dispatcherHostOf, httpHostOf, checkIdentity } from '@postrider/process/hosts-of'
import { claimKey } from '@postrider/wiring/claim-key'
import { compose, type ComposeOptions, type Composition } from '@postrider/wiring/compose'
import { ownMasterKey, prepareDataDir } from '@postrider/wiring/data-dir'
import { lockDataDir } from '@postrider/wiring/lock-data-dir'
import { isEmbedded, type Settings } from '@postrider/wiring/settings'
import { keyedAgent, type OperationCaller, admittedOperator, signedInPerson } from './callers.js'
import { EmbeddedError, rightOrThrow } from './embedded-error.js'
import { innerFetch } from './inner-fetch.js'
import { type NodeHandler, nodeHandler } from './node-handler.js'
import { type EmbeddedTenant, setUpTestTenant } from './test-tenant.js'

/** Postrider in this process. */
export interface EmbeddedPostrider {
  /** The bare core: every use case, as hosts call it. */
  readonly core: Postrider
  /** The ports that it uses. */
  readonly ports: Ports
  /**
   * Starts sending accepted messages, in this process; throws if the database isn't in the required state.
   */
  start(): Promise<void>
  /**
   * Listens for the API, callbacks of providers and unsubscribe links. Port 0 picks a free one. Returns the address. Rejects
   * if the port isn't available, or if it listens already.
   */
  listen(port?: number, host?: string): Promise<{ readonly url: string; readonly port: number }>
  /**
   * Serves the same on an HTTP server of yours: `http.createServer(postrider.handle)`, or in Express
   * `app.use(['/v1', '/callbacks', '/unsubscribe'], postrider.handle)` before anything that reads bodies.
   */
  readonly handle: NodeHandler
  /**
   * Sets up an empty installation: two super admins, an Organization, an app and a credential. The secrets
   * that it returns are shown once. In production, `templates` lacks the SMS templates, which wait for their
   * DLT registration in `listTemplateReviews`. Throws an `EmbeddedError` if it is refused.
   */
  firstSetUp(order: FirstSetUpRequest, by: SetUpBy): Promise<FirstSetUp>
  /**
   * A client as customers' servers use it, for this credential: the same checks and errors, without a socket.
   */
  as(credential: string, options?: Pick<PostriderOptions, 'timeoutMs' | 'maxRetries'>): Client
  /** A super admin, by the claim that proves their identity. */
  operator(claim: OperatorClaim): Promise<OperationCaller>
  /** An Agent, by its key. */
  agent(key: string): Promise<OperationCaller>
  /** A user, by the access token of their session. */
  person(accessToken: string): Promise<OperationCaller>
  /** A tenant of the test environment that can send at once; the same one on each call. */
  setUpTestTenant(): Promise<EmbeddedTenant>
  /** Stops accepting, finishes work in progress, and closes everything. */
  close(): Promise<void>
}

/** The port of the API if none is given. */
const DEFAULT_PORT = 8080

/** The person who runs the first set-up, and their reason, for the audit log. */
export type SetUpBy = Parameters<Postrider['firstSetUp']>[1]

/** The base address within this process if it doesn't listen. */
const HERE = 'http://localhost'

/** Creates the data directory; locks the database of one file, which only one process may use. */
const claim = (settings: Settings): (() => void) => {
  const prepared = prepareDataDir(settings)
  if (E.isLeft(prepared)) throw new EmbeddedError('settings', `dataDir: ${prepared.left.problem}.`)
  if (!isEmbedded(settings)) return () => undefined
  const held = lockDataDir(settings, 'embedded')
  if (held === undefined)
    throw new EmbeddedError(
      'in_use',
      `Another process has ${settings.dataDir} open, and only one process can use a SQLite database. Give this one its own dataDir, or another storage.`,
    )
  return () => held.release()
}

const composed = async (settings: Settings, options: ComposeOptions): Promise<Composition> => {
  const made = await compose(settings, options)
  try {
    rightOrThrow('The migration', await made.ports.storage.health.migrate()())
    const claimed = await claimKey(made)
    if (E.isLeft(claimed)) throw new EmbeddedError('settings', `masterKey: ${claimed.left}.`)
    const health = await made.ports.storage.health.check()()
    if (E.isRight(health)) logStorageRisks(made.log, health.right)
    return made
  } catch (cause) {
    await made.close()
    throw cause
  }
}

const working = (composition: Composition, release: () => void): EmbeddedPostrider => {
  const { postrider: core, ports, settings } = composition
  const http = httpHostOf(composition)
  const tending = checkIdentity(composition)
  const fetch = innerFetch(http.connect)
  let dispatcher: DispatcherHost | undefined
  return {
    core,
    ports,
    start: async () => {
      dispatcher ??= dispatcherHostOf(composition)
      const started = await dispatcher.start()
      if (E.isLeft(started)) throw new EmbeddedError('not_ready', started.left)
    },
    as: (credential, options = {}) => new Client({ ...options, credential, baseUrl: HERE, fetch }),
    operator: (shown) => admittedOperator(core, shown),
    agent: (key) => keyedAgent(core, key),
    person: (accessToken) => signedInPerson(core, accessToken),
    listen: (port = DEFAULT_PORT, host = '127.0.0.1') => http.listen(host, port),
    handle: nodeHandler(http.connect),
    firstSetUp: async (order, by) => rightOrThrow('The first set-up', await core.firstSetUp(order, by)()),
    setUpTestTenant: () => setUpTestTenant(core, settings.dataDir),
    close: async () => {
      await http.close()
      await dispatcher?.stop()
      await tending.stop()
      await composition.close()
      release()
    },
  }
}

/**
 * Opens Postrider with parsed settings, and with any replacement of its ports; `openPostrider` is based on
 * it. Throws an `EmbeddedError` that names the fix.
 */
export const openOn = async (settings: Settings, options: ComposeOptions): Promise<EmbeddedPostrider> => {
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
