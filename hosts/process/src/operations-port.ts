import type { Probe } from '@postrider/web-server/hosting/readiness'
import type { RequestMetrics } from '@postrider/web-server/hosting/request-metrics'
import { jsonAnswer, textAnswer } from '@postrider/web-server/answers/answer'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import { createListener, type ListenerNeeds } from '@postrider/web-server/listener'
import type { Metrics } from '@postrider/wiring/metrics/metrics'
import { sharedPage } from './shared-page.js'

/** A port for those who run the process: its metrics and its readiness. */
export interface OperationsPort {
  readonly port: number
  close(): Promise<void>
}

/** The data that the operations port serves, and the dependencies of its listener. */
export interface OperationsPortNeeds extends Omit<
  ListenerNeeds,
  'boundaries' | 'endpoints' | 'nothing' | 'origin' | 'upgrades' | 'requestMetrics'
> {
  readonly metrics: Pick<Metrics, 'exposition'>
  readonly probe: Probe
  /** Counts connections that were refused or cut; default: nothing is counted. */
  readonly requestMetrics?: Pick<RequestMetrics, 'connectionRefused' | 'connectionCut'>
}

/** Prometheus and probes need a few; the process needs the other connections for its clients. */
const MOST_CONNECTIONS = 256

/** Responses that aren't finished by then are cut, so that a process ends in time. */
const DRAIN_LIMIT_MS = 1000

const endpointAt = (path: string, answer: Endpoint['answer']): Endpoint => ({
  methods: ['GET'],
  path,
  route: path,
  boundary: undefined,
  tellsMethods: false,
  isAlwaysOpen: true,
  answer,
})

const endpointsOf = ({ metrics, probe }: OperationsPortNeeds): readonly Endpoint[] => {
  const page = sharedPage(metrics.exposition)
  return [
    endpointAt('/metrics', async () => {
      const { contentType, bytes } = await page()
      return { status: 200, text: bytes, contentType }
    }),
    endpointAt('/readiness', async () => {
      const { status, body } = await probe()
      return { ...jsonAnswer(status, body), isLoggedElsewhere: true }
    }),
  ]
}

const nothing = (): void => undefined

/** Scrapes and probes aren't counted in the metrics of customers' requests. */
const onlyConnections = (counted: OperationsPortNeeds['requestMetrics']): RequestMetrics => ({
  answered: nothing,
  operated: nothing,
  sendRefused: nothing,
  connectionRefused: (why) => counted?.connectionRefused(why),
  connectionCut: (why) => counted?.connectionCut(why),
})

/**
 * Serves `GET /metrics` and `GET /readiness` on a separate port, never the public one
 * (docs/api/running#metrics), in every process (`docs/decisions/0038`). Clients have the limits of every
 * other port. Rejects if the port is taken.
 */
export const openOperationsPort = async (
  needs: OperationsPortNeeds,
  host: string,
  port: number,
): Promise<OperationsPort> => {
  const listener = createListener({
    ...needs,
    requestMetrics: onlyConnections(needs.requestMetrics),
    limits: {
      ...needs.limits,
      maxConnections: MOST_CONNECTIONS,
      drainPauseMs: 0,
      drainLimitMs: DRAIN_LIMIT_MS,
    },
    boundaries: [],
    endpoints: () => endpointsOf(needs),
    nothing: () => ({
      ...textAnswer('The metrics are at /metrics, the readiness is at /readiness.\n'),
      status: 404,
    }),
  })
  try {
    const { port: taken } = await listener.listen(host, port)
    return { port: taken, close: listener.close }
  } catch (cause) {
    await listener.close()
    throw cause
  }
}
