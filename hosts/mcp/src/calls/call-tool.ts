import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { FieldProblem, Refusal } from '@postrider/core/kernel/refusals/refusal'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { hasToBeConfirmed } from '@postrider/core/runner/domain/results/confirmation'
import type { Agent } from '@postrider/core/identity/use-cases/callers/caller'
import { refused } from '@postrider/web-server/answers/refused'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { RequestMetrics } from '@postrider/web-server/hosting/request-metrics'
import { needsRequestId } from '../tools/describe-tool.js'
import { askFirst, isConfirmed } from './ask-first.js'
import { errorResult, resultAnswer } from './tool-answer.js'
import { present } from '@postrider/core/kernel/present'

/** For how long an identical call without a `requestId` counts as a repetition (docs/mcp#retries). */
const REPETITION_MS = 10 * MINUTE_MS

export interface CallNeeds {
  readonly postrider: Pick<Postrider, 'agentTools' | 'runAgentOperation'>
  readonly log: HostLog
  readonly requestMetrics: Pick<RequestMetrics, 'operated'>
}

/** The caller of tools, and the request. */
export interface ToolCaller {
  readonly requestId: string
  readonly clientAddress: string
  readonly agent: Agent
  /** Known problems of the arguments. */
  readonly known: readonly FieldProblem[]
}

/** The call of a tool, as it was received. */
interface ToolCall {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

/** The `requestId` of a call: the caller's own, or one that identical calls share for a while. */
const identityOf = (
  { digest }: Pick<CallNeeds['postrider']['agentTools'], 'digest'>,
  { agent, requestId }: ToolCaller,
  name: string,
  operation: Operation | undefined,
  given: Readonly<Record<string, unknown>>,
): { readonly body: object; readonly knownForMs: number | undefined } => {
  if (given['requestId'] !== undefined || operation === undefined)
    return { body: { requestId, ...given }, knownForMs: undefined }
  if (!operation.mutation) return { body: { ...given, requestId }, knownForMs: undefined }
  // The operation itself reports that it is required.
  if (needsRequestId(operation)) return { body: given, knownForMs: undefined }
  return {
    body: { ...given, requestId: `tool-${digest(agent, name, given)}` },
    knownForMs: REPETITION_MS,
  }
}

const operationCalled = (name: string): Operation | undefined =>
  Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as keyof typeof OPERATIONS] : undefined

/**
 * Writes one log line and one measurement for each call: the tool, but never its arguments, and no unknown
 * tool names.
 */
const tellOf = ({ log, requestMetrics }: CallNeeds, { agent, requestId }: ToolCaller) => {
  const beganAtMs = performance.now()
  return (tool: string, status: number, errorCode?: string): void => {
    requestMetrics.operated('agent', tool, status, performance.now() - beganAtMs)
    const { agentKeyId } = agent.facts.key
    const fields = { requestId, agentKeyId, tool, ...present({ errorCode }) }
    if (status >= 500) log.error(fields, 'tool called')
    else if (status >= 400) log.info(fields, 'tool called')
    else if (log.writesDebug) log.debug(fields, 'tool called')
  }
}

/**
 * Runs an operation as a tool, with the one runner of operations (docs/mcp#tools). A refusal is returned as
 * the API's error body; a call that has to be confirmed first asks, and does nothing.
 */
export const callTool = async (
  needs: CallNeeds,
  caller: ToolCaller,
  { name, arguments: given = {} }: ToolCall,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> => {
  const { agentTools, runAgentOperation } = needs.postrider
  const { agent, requestId, clientAddress, known } = caller
  const tell = tellOf(needs, caller)
  const operation = operationCalled(name)
  const label = operation?.name ?? 'unknown'
  const refuse = (left: Refusal | Outage): CallToolResult => {
    const answer = refused(left, requestId)
    tell(label, answer.status, answer.logged?.errorCode)
    return errorResult(answer)
  }
  const asks = operation !== undefined && hasToBeConfirmed(operation)
  const { confirm, ...rest } = given
  const args = asks ? rest : given
  const { body, knownForMs } = identityOf(agentTools, caller, name, operation, args)
  // The runner reports invalid arguments, so there is no need to ask.
  if (asks && known.length === 0) {
    const found = await agentTools.confirmation(agent, name, body)()
    if (E.isLeft(found)) return refuse(found.left)
    const confirmation = found.right
    const digest = agentTools.digest(agent, name, args)
    if (confirmation !== undefined && !isConfirmed(context, digest, confirmation, confirm)) {
      tell(label, 200)
      return askFirst(context, requestId, digest, confirmation)
    }
  }
  const ran = await runAgentOperation(agent, name, body, { requestId, clientAddress }, known, knownForMs)()
  if (E.isLeft(ran)) return refuse(ran.left)
  tell(label, 200)
  const { result } = ran.right
  const own = (body as { readonly requestId?: string }).requestId
  return resultAnswer({ success: true, requestId: own, ...result })
}
