import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { agentRoutes } from '@postrider/contracts/routes/agent-routes'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Agent } from '@postrider/core/identity/use-cases/callers/caller'
import { type Answer, errorAnswer, jsonAnswer } from '@postrider/web-server/answers/answer'
import { refused } from '@postrider/web-server/answers/refused'
import type { Boundary } from '@postrider/web-server/exchange/boundary'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { requestHeaders } from '@postrider/web-server/exchange/request-headers'
import { type CallCount, countTowards } from '@postrider/web-server/exchange/rate-limit'
import { queryStringOf } from '@postrider/web-server/receiving/parse-query'
import type { BodyNeeds } from '@postrider/web-server/receiving/read-body'
import { MAX_DEPTH, receiveJson } from '@postrider/web-server/receiving/receive-json'
import type { CallNeeds } from './calls/call-tool.js'
import { foreignHeader } from './serving/allowed-here.js'
import { rpcError } from './serving/rpc-error.js'
import { createServing } from './serving/serve-call.js'
import { createToolDescriptions } from './tools/describe-tool.js'
import { readToolQuery } from './tools/tool-query.js'

export interface McpNeeds extends CallNeeds {
  readonly postrider: Pick<Postrider, 'agentTools' | 'runAgentOperation' | 'takeAllowance'>
  /** Admits Agents. */
  readonly agents: Boundary<Agent>
  readonly bodies: BodyNeeds
  readonly vocabulary: Vocabulary
  /** The public address of the service, which `Host` and `Origin` of requests have to match. */
  readonly publicUrl: string
  readonly version: string
  /** The name that clients show; default: Postrider. */
  readonly productName?: string
}

const PATH = '/mcp'

/** A call is wrapped in `params`, and its body in `arguments`. */
const WRAPPED = 2

/** The maximum size of the wrapping of a call. */
const WRAPPING_BYTES = 16 * 1024

const ARGUMENTS = '/params/arguments'

/**
 * The duplicate names within a call's arguments, as the runner reads them. Undefined: there are some outside
 * the arguments.
 */
const inArguments = (repeated: readonly FieldProblem[]): readonly FieldProblem[] | undefined =>
  repeated.every(({ field }) => field.startsWith(`${ARGUMENTS}/`))
    ? repeated.map((problem) => ({ ...problem, field: problem.field.slice(ARGUMENTS.length) }))
    : undefined

/** The headers of the protocol. A header that occurs twice is omitted, and so counts as missing. */
const PROTOCOL_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
])

/** The request for the SDK, without the caller's credential. */
const webRequest = ({ request }: Exchange, publicUrl: string): Request => {
  const read = Object.entries(requestHeaders(request.rawHeaders, PROTOCOL_HEADERS))
  const headers = read.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(`${publicUrl}${PATH}`, { method: 'POST', headers })
}

/**
 * Wraps the errors of this endpoint in JSON-RPC, around the error body of Agents. Responses of the protocol
 * itself are unchanged.
 */
const boundaryOf = (agents: Boundary<Agent>): Boundary => ({
  ...(agents as Boundary),
  operations: undefined,
  envelope: (body, isError) => (isError ? rpcError(agents.envelope(body, isError) as ErrorBody) : body),
})

interface Admitted {
  readonly agent: Agent
  readonly countAs: CallCount
}

/** Admits a caller and counts the request. Left: the response to send instead. */
const admit = async (
  { postrider, agents }: McpNeeds,
  exchange: Exchange,
): Promise<E.Either<Answer, Admitted>> => {
  const { requestId } = exchange
  const authenticated = await agents.authenticate(exchange)
  if (E.isLeft(authenticated)) return E.left(refused(authenticated.left, requestId))
  const agent = authenticated.right
  exchange.caller = agent
  const countAs = countTowards(postrider, exchange, agents.rateSubjects(agent, 'agent'))
  const counted = await countAs(1)
  return E.isLeft(counted) ? E.left(refused(counted.left, requestId)) : E.right({ agent, countAs })
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return text === ''
    ? { status: response.status === 202 ? 202 : 204 }
    : jsonAnswer(response.status, JSON.parse(text) as object)
}

/**
 * `POST /mcp`: the operations of an Agent key as tools of the Model Context Protocol (docs/mcp).
 * Unauthenticated for every bearer that isn't an active Agent key. Requests for another host, or from a page
 * of another origin, are refused before any lookup. The path with a trailing slash is equivalent.
 */
export const mcpEndpoints = (needs: McpNeeds): readonly Endpoint[] => {
  const { agents, bodies, vocabulary, publicUrl } = needs
  const serve = createServing({ ...needs, describe: createToolDescriptions(vocabulary) })
  const limitBytes = agentRoutes.runAgentOperation.bodyLimitBytes + WRAPPING_BYTES

  const answer = async (exchange: Exchange): Promise<Answer | undefined> => {
    const { requestId, headers, clientAddress, request } = exchange
    const message = foreignHeader(headers, publicUrl)
    if (message !== undefined) return errorAnswer('permission_denied', requestId, [], { message })
    const admitted = await admit(needs, exchange)
    if (E.isLeft(admitted)) return admitted.left
    const options = readToolQuery(queryStringOf(request.url ?? ''))
    if (E.isLeft(options)) return errorAnswer('invalid_request', requestId, options.left)
    const { agent, countAs } = admitted.right
    const received = await receiveJson(
      exchange,
      { limitBytes, maxDepth: MAX_DEPTH + WRAPPED, countAs },
      bodies,
    )
    if (E.isLeft(received)) return received.left === 'gone' ? undefined : received.left
    const { value: body, repeated } = received.right
    const known = inArguments(repeated)
    if (known === undefined) return errorAnswer('invalid_request', requestId, repeated)
    if (exchange.stage === 'ended') return undefined
    exchange.stage = 'begun'
    const caller = { agent, requestId, clientAddress, known }
    return answerOf(await serve(webRequest(exchange, publicUrl), { caller, options: options.right, body }))
  }

  // Many clients append a slash to the configured address.
  return [PATH, `${PATH}/`].map((path) => ({
    methods: ['POST'],
    path,
    route: PATH,
    boundary: boundaryOf(agents),
    tellsMethods: true,
    isAlwaysOpen: false,
    answer,
  }))
}
