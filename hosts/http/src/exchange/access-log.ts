import { OPERATIONS } from '@postrider/core/domain/operations/registry'
import type { HostLog } from '@postrider/wiring/host-log'
import type { RequestMetrics } from '@postrider/wiring/request-metrics'
import type { Answer } from '../answers/answer.js'
import { pathOf } from '../routing/match-path.js'
import type { Exchange } from './exchange.js'

/**
 * One line and one measurement for each request; never a credential, a body or a recipient (reliability 5.13). Where a
 * request came from stands in the line of one that was not answered as it hoped.
 */
export interface AccessLog {
  answered(exchange: Exchange, status: number, answer?: Pick<Answer, 'logged' | 'isToldElsewhere'>): void
  /** The client went away before it was answered. */
  abandoned(exchange: Exchange): void
}

const MICROSECONDS = 1000

/** The address of a control operation, which is its name; of another address, or behind it, anything may be a secret. */
const operationAt = (url = ''): string | undefined => {
  const path = pathOf(url)
  return Object.hasOwn(OPERATIONS, path.slice(path.lastIndexOf('/') + 1)) ? path : undefined
}

/** Every request makes such a line, so it is written out: spreading parts of it takes several times as long. */
const fieldsOf = (
  { requestId, request: { method, url }, route, caller, person, agent }: Exchange,
  status: number | undefined,
  spentMs: number,
): object => {
  const durationMs = Math.round(spentMs * MICROSECONDS) / MICROSECONDS
  if (person !== undefined) {
    const { user, session } = person.facts
    const { userId, sessionId } = { ...user, ...session }
    return { requestId, method, route: operationAt(url) ?? route, status, durationMs, userId, sessionId }
  }
  if (agent !== undefined) {
    const { agentKeyId } = agent.facts.key
    return { requestId, method, route, status, durationMs, agentKeyId }
  }
  if (caller === undefined) return { requestId, method, route, status, durationMs }
  const { organizationId, appId, credentialId } = caller.credential
  return { requestId, method, route, status, durationMs, organizationId, appId, credentialId }
}

export const createAccessLog = (log: HostLog, metrics: RequestMetrics): AccessLog => ({
  answered: (exchange, status, { logged, isToldElsewhere = false } = {}) => {
    const durationMs = performance.now() - exchange.beganAtMs
    metrics.answered(exchange.route, exchange.request.method ?? '', status, durationMs)
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
