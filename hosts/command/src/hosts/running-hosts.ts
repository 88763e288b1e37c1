import { E } from '@postrider/core/fp'
import { createConsoleHost } from '@postrider/console/console-host'
import type { DispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import {
  dispatcherHostOf,
  httpHostOf,
  listenerNeedsOf,
  STOP_TIMEOUT_MS,
  checkIdentity,
  type ProcessTask,
} from '@postrider/process/hosts-of'
import { type FeedSequencer, startFeedSequencer } from '@postrider/web-server/hosting/feed-sequencer'
import type { Loop } from '@postrider/web-server/hosting/loop'
import type { ExtraEndpointNeeds, HttpHost } from '@postrider/http/http-host'
import type { EntranceSettings } from '@postrider/website/website-needs'
import { createWebsiteHost } from '@postrider/website/website-host'
import type { Listener } from '@postrider/web-server/listener'
import type { Composition } from '@postrider/wiring/compose'
import type { Metrics } from '@postrider/wiring/metrics/metrics'
import { publicUrlOf } from '@postrider/wiring/settings'
import { openOperationsPort } from '@postrider/process/operations-port'
import { createProbe, type Probe, type ReadinessAnswer } from '@postrider/web-server/hosting/readiness'
import { type CommandFailure, failure } from '../exit-code.js'
import { keepHeapSmall } from './heap.js'
import { listenAt } from './listen.js'
import { watchReadiness } from './watch-readiness.js'

/** The hosts in a process. */
export interface HostsPlan {
  readonly http: boolean
  readonly console: boolean
  readonly website: boolean
  readonly dispatcher: boolean
  /** Whether default ports that are taken may be replaced by free ones. */
  readonly mayMovePorts?: boolean
  /** How the service's own emails can be read if they aren't delivered to a mailbox. */
  readonly mailHint?: EntranceSettings['mailHint']
}

/** Running hosts. */
export interface RunningHosts {
  /** The port of the API; undefined without an HTTP host. */
  readonly httpPort: number | undefined
  /** The port of the console; undefined without one. */
  readonly consolePort: number | undefined
  /** The port of the website; undefined without one. */
  readonly websitePort: number | undefined
  /** The port of its metrics; undefined if a parent serves them. */
  readonly metricsPort: number | undefined
  /** The port for bounced emails; undefined if there is none. */
  readonly bouncePort: number | undefined
  /**
   * Drains: stops accepting, and finishes work in progress. Leaves the composition open. `isReplaced`: other
   * processes already listen on its ports, so load balancers need no time to notice.
   */
  stop(isReplaced?: boolean): Promise<void>
  /** Makes replaced hosts stop waiting for their idle connections. */
  hurry(): void
}

/** The port for those who run the process. */
interface OperationsDesk {
  readonly port: number | undefined
  close(): Promise<void>
}

/** The data that it serves. */
export interface OperationsNeeds {
  readonly metrics: Metrics
  readonly probe: Probe
}

/** Opens it; left: why it can't be opened. */
export type OpenOperations = (needs: OperationsNeeds) => Promise<E.Either<CommandFailure, OperationsDesk>>

interface Hosts {
  readonly operations: OperationsDesk
  readonly http: HttpHost | undefined
  readonly console: Listener | undefined
  readonly website: Listener | undefined
  readonly dispatcher: DispatcherHost | undefined
  /** The feed's sequencer, if no dispatcher has one. */
  readonly sequencer: FeedSequencer | undefined
  readonly tending: ProcessTask
  readonly watching: Loop
}

const inTime = (ms: number, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

const stopHosts = async (
  { log, metrics, settings }: Composition,
  { operations, http, console, website, dispatcher, sequencer, tending, watching }: Hosts,
  isReplaced = false,
): Promise<void> => {
  metrics.serving(false)
  const withinMs = STOP_TIMEOUT_MS + (isReplaced ? settings.keepAliveMs : 0)
  const end = (listener: Listener | undefined): Promise<void> =>
    inTime(withinMs, (isReplaced ? listener?.handOver() : listener?.close()) ?? Promise.resolve())
  const [dispatched] = await Promise.all([
    dispatcher?.stop() ?? Promise.resolve(E.right(undefined)),
    end(http),
    end(console),
    end(website),
    sequencer?.stop(),
  ])
  await Promise.all([tending.stop(), watching.stop()])
  if (E.isLeft(dispatched)) log.warn({}, dispatched.left)
  await operations.close()
}

/** The tools for Agents, if enabled: other processes don't load their dependencies. */
const toolsOfAgents = async ({ postrider, log, metrics, settings, vocabulary, release }: Composition) => {
  if (!settings.mcp) return undefined
  const { mcpEndpoints } = await import('@postrider/mcp/mcp-endpoint')
  const { version } = release
  const needs = {
    postrider,
    log,
    requestMetrics: metrics,
    vocabulary,
    version,
    productName: settings.product.name,
    publicUrl: publicUrlOf(settings),
  }
  return ({ agents, bodies }: ExtraEndpointNeeds) => mcpEndpoints({ ...needs, agents, bodies })
}

/** The dependencies that all sites share. */
const siteNeeds = (composition: Composition) => {
  const { ports, bucketOrigin, settings } = composition
  return {
    ...listenerNeedsOf(composition),
    product: settings.product,
    feed: ports.storage.feed,
    clock: ports.clock,
    timers: ports.timers,
    connectTo: bucketOrigin === undefined ? [] : [bucketOrigin],
    docsUrl: settings.docs ? `${publicUrlOf(settings)}/docs` : undefined,
  }
}

const createConsole = (composition: Composition): Listener => {
  const { ports, settings, vocabulary } = composition
  const { consoleUrl } = settings
  return createConsoleHost({
    ...siteNeeds(composition),
    keyedDigests: ports.keyedDigests,
    vocabulary,
    consoleUrl,
  })
}

const createWebsite = (composition: Composition, { mailHint }: HostsPlan): Listener => {
  const { settings, bucketOrigin } = composition
  const { websiteUrl, signUp } = settings
  // Its pages upload files: to the bucket, or to this service's own API.
  const connectTo = [bucketOrigin ?? new URL(publicUrlOf(settings)).origin]
  return createWebsiteHost({ ...siteNeeds(composition), connectTo, websiteUrl, signUp, mailHint })
}

/** The readiness probe of a process without an HTTP host. */
const probeOf = ({ postrider, ports: { clock }, log }: Composition, isDraining: () => boolean): Probe =>
  createProbe({ postrider, clock, log, isDraining })

/** The process isn't ready until every port listens, regardless of the other checks. */
const onceListening = (probe: Probe, isListening: () => boolean): Probe => {
  const notYet = (body: ReadinessAnswer['body']): ReadinessAnswer => ({
    status: 503,
    body: { ...body, status: 'fail' },
  })
  return async () => {
    const answer = await probe()
    return isListening() ? answer : notYet(answer.body)
  }
}

/** Opens the ports one after another; left: why one of them can't be opened. */
const listenAll = async (
  { settings }: Composition,
  { http, console, website }: Pick<Hosts, 'http' | 'console' | 'website'>,
  mayMove: (name: string) => boolean,
): Promise<E.Either<CommandFailure, Pick<RunningHosts, 'httpPort' | 'consolePort' | 'websitePort'>>> => {
  const listen = async (listener: Listener | undefined, name: string, host: string, port: number) =>
    listener === undefined
      ? E.right(undefined)
      : listenAt({ name, host, port, mayMove: mayMove(name) }, listener.listen)
  const { consoleHost, consolePort, websiteHost, websitePort, httpHost, httpPort } = settings
  const operated = await listen(console, 'POSTRIDER_CONSOLE_PORT', consoleHost, consolePort)
  if (E.isLeft(operated)) return operated
  const visited = await listen(website, 'POSTRIDER_WEBSITE_PORT', websiteHost, websitePort)
  if (E.isLeft(visited)) return visited
  const served = await listen(http, 'POSTRIDER_HTTP_PORT', httpHost, httpPort)
  if (E.isLeft(served)) return served
  return E.right({
    httpPort: served.right?.port,
    consolePort: operated.right?.port,
    websitePort: visited.right?.port,
  })
}

/** Listens for bounced emails, if a port is set and the process dispatches. */
const listenForBounces = async (
  { settings: { bounceHost: host, bouncePort: port, connectionsExempt } }: Composition,
  dispatcher: DispatcherHost | undefined,
): Promise<E.Either<CommandFailure, number | undefined>> => {
  if (dispatcher === undefined || port === undefined) return E.right(undefined)
  return listenAt({ name: 'POSTRIDER_BOUNCE_PORT', host, port, mayMove: false }, (...at) =>
    dispatcher.listenForBounces(...at, connectionsExempt),
  )
}

/** An operations port of the process's own, according to the settings. */
const ownPort =
  (composition: Composition, mayMove: (name: string) => boolean): OpenOperations =>
  (shown) => {
    const { metricsHost: host, metricsPort: port } = composition.settings
    const name = 'POSTRIDER_METRICS_PORT'
    const needs = { ...listenerNeedsOf(composition), ...shown }
    return listenAt({ name, host, port, mayMove: mayMove(name) }, (...at) => openOperationsPort(needs, ...at))
  }

/**
 * Starts hosts over a composition, HTTP last: once it responds, everything runs. Left: everything has been
 * stopped again.
 */
export const startHosts = async (
  composition: Composition,
  plan: HostsPlan,
  openOperations?: OpenOperations,
): Promise<E.Either<CommandFailure, RunningHosts>> => {
  keepHeapSmall()
  const { settings, log, metrics } = composition
  const http = plan.http ? httpHostOf(composition, await toolsOfAgents(composition)) : undefined
  const console = plan.console ? createConsole(composition) : undefined
  const website = plan.website ? createWebsite(composition, plan) : undefined
  const leaving = { isRequested: false }
  const begun = { isListening: false }
  const mayMove = (name: string): boolean => plan.mayMovePorts === true && !settings.given.has(name)
  const own = http?.probe ?? probeOf(composition, () => leaving.isRequested)
  const probe = onceListening(own, () => begun.isListening)
  const operations = await (openOperations ?? ownPort(composition, mayMove))({ metrics, probe })
  if (E.isLeft(operations)) return operations
  const dispatcher = plan.dispatcher ? dispatcherHostOf(composition) : undefined
  const sequencer =
    (plan.console || plan.website) && !plan.dispatcher ? startFeedSequencer(composition) : undefined
  const loops = { tending: checkIdentity(composition), watching: watchReadiness(composition) }
  const listeners = { http, console, website }
  const hosts: Hosts = { operations: operations.right, ...listeners, dispatcher, sequencer, ...loops }
  const giveUp = async (why: CommandFailure): Promise<E.Either<CommandFailure, never>> => {
    await stopHosts(composition, hosts)
    return E.left(why)
  }
  const started = (await dispatcher?.start()) ?? E.right(undefined)
  if (E.isLeft(started)) return giveUp(failure(`postrider cannot start: ${started.left}`))
  const bouncing = await listenForBounces(composition, dispatcher)
  if (E.isLeft(bouncing)) return giveUp(bouncing.left)
  const listening = await listenAll(composition, hosts, mayMove)
  if (E.isLeft(listening)) return giveUp(listening.left)
  begun.isListening = true
  metrics.serving(true)
  const ports = {
    ...listening.right,
    metricsPort: operations.right.port,
    bouncePort: bouncing.right,
  }
  const shown = { http: plan.http, console: plan.console, website: plan.website }
  log.info({ ...ports, ...shown, dispatcher: plan.dispatcher }, 'serving')
  const stop = (isReplaced = false): Promise<void> => {
    leaving.isRequested = !isReplaced
    return stopHosts(composition, hosts, isReplaced)
  }
  const hurry = (): void => {
    for (const listener of Object.values(listeners)) void listener?.close()
  }
  return E.right({ ...ports, stop, hurry })
}
