import { agentRoutes } from '@postrider/contracts/routes/agent-routes'
import { peopleRoutes } from '@postrider/contracts/routes/people-routes'
import { sendingRoutes } from '@postrider/contracts/routes/sending-routes'
import { OPERATIONS } from '@postrider/core/domain/operations/registry'
import { traceIdOf } from '@postrider/core/domain/tracing/trace-context'
import type { HostLog } from '@postrider/wiring/host-log'
import type { OperationBoundary, RequestMetrics } from '@postrider/wiring/request-metrics'
import type { Answer } from '../answers/answer.js'
import { pathOf } from '../exchange/path-of.js'
import type { Exchange } from '../exchange/exchange.js'

/**
 * One line and one measurement for each request; never a credential, a body or a recipient
 * (docs/promises#leaked-secrets). Where a request came from stands in the line of one that was not answered as it
 * hoped.
 */
export interface AccessLog {
  answered(
    exchange: Exchange,
    status: number,
    answer?: Pick<Answer, 'logged' | 'isToldElsewhere' | 'refused'>,
  ): void
  /** The client went away before it was answered. */
  abandoned(exchange: Exchange): void
}

const MICROSECONDS = 1000

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The address of a control operation, which is its name; of another address, or behind it, anything may be a secret. */
const operationAt = (url = ''): string | undefined => {
  const path = pathOf(url)
  return Object.hasOwn(OPERATIONS, nameIn(path)) ? path : undefined
}

const OPERATION_ROUTES = new Map<string, OperationBoundary>([
  [peopleRoutes.runControlOperation.path, 'control'],
  [agentRoutes.runAgentOperation.path, 'agent'],
])

const SENDS = new Set<string>([
  sendingRoutes.sendMessage.path,
  sendingRoutes.sendBatch.path,
  sendingRoutes.sendOtp.path,
])

/** Only what the registry has becomes a label: anybody can ask for any name. */
const operationLabel = (url = ''): string => {
  const name = nameIn(pathOf(url))
  return Object.hasOwn(OPERATIONS, name) ? name : 'unknown'
}

/** Everything is counted under its route; what routes have in common under the rest. */
const measure = (
  metrics: RequestMetrics,
  { route, request: { method = '', url } }: Exchange,
  status: number,
  durationMs: number,
  { logged, refused = [] }: Pick<Answer, 'logged' | 'refused'>,
): void => {
  metrics.answered(route, method, status, durationMs)
  const boundary = OPERATION_ROUTES.get(route)
  if (boundary !== undefined) metrics.operated(boundary, operationLabel(url), status, durationMs)
  if (logged !== undefined && method === 'POST' && SENDS.has(route)) metrics.sendRefused(logged.errorCode)
  for (const code of refused) metrics.sendRefused(code)
}

/** Every request makes such a line, so it is written out: spreading parts of it takes several times as long. */
const fieldsOf = (
  { requestId, trace, request: { method, url }, route, caller, person, agent }: Exchange,
  status: number | undefined,
  spentMs: number,
): object => {
  const durationMs = Math.round(spentMs * MICROSECONDS) / MICROSECONDS
  const traceId = traceIdOf(trace)
  if (person !== undefined) {
    const { user, session } = person.facts
    const { userId, sessionId } = { ...user, ...session }
    const operation = operationAt(url) ?? route
    return { requestId, traceId, method, route: operation, status, durationMs, userId, sessionId }
  }
  if (agent !== undefined) {
    const { agentKeyId } = agent.facts.key
    return { requestId, traceId, method, route, status, durationMs, agentKeyId }
  }
  if (caller === undefined) return { requestId, traceId, method, route, status, durationMs }
  const { organizationId, appId, credentialId } = caller.credential
  return { requestId, traceId, method, route, status, durationMs, organizationId, appId, credentialId }
}

export const createAccessLog = (log: HostLog, metrics: RequestMetrics): AccessLog => ({
  answered: (exchange, status, answer = {}) => {
    const { logged, isToldElsewhere = false } = answer
    const durationMs = performance.now() - exchange.beganAtMs
    measure(metrics, exchange, status, durationMs, answer)
    const fields = fieldsOf(exchange, status, durationMs)
    const { clientAddress } = exchange
    if (status < 400 || isToldElsewhere) log.debug(fields, 'answered')
    else if (status < 500) log.info({ ...fields, clientAddress, ...logged }, 'answered')
    else log.error({ ...fields, clientAddress, ...logged }, 'answered')
  },
  abandoned: (exchange) => {
    log.info(fieldsOf(exchange, undefined, performance.now() - exchange.beganAtMs), 'the client went away')
  },
})
