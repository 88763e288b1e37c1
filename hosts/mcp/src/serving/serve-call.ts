import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { ToolCaller } from '../calls/call-tool.js'
import type { ToolQuery } from '../tools/tool-query.js'
import { createToolServer, type ToolServerNeeds } from './tool-server.js'

/** An admitted request: its caller, the options for listing tools, and the body. */
export interface ToolRequest {
  readonly caller: ToolCaller
  readonly options: ToolQuery
  readonly body: object
}

/** A request in progress in the SDK, and the bug that occurred, if any. */
interface Arrival extends ToolRequest {
  readonly bugs: Error[]
}

/** The data that the SDK passes along with a request; the key itself isn't part of it. */
const authInfoOf = (arrival: Arrival) => ({
  token: '',
  clientId: arrival.caller.agent.facts.key.agentKeyId,
  scopes: [],
  extra: { arrival },
})

const arrivalOf = ({ authInfo }: McpRequestContext): Arrival => {
  const arrival = authInfo?.extra?.['arrival']
  if (arrival === undefined) throw new Error('a request came past its endpoint')
  return arrival as Arrival
}

/**
 * Serves single requests: those of the revision 2026-07-28, and those of 2025 clients, which start with
 * `initialize` and are served without a session. Every request has a server of its own. Rethrows bugs, so
 * that the host logs them.
 */
export const createServing = (needs: ToolServerNeeds) => {
  const serverFor = ({ caller, options, bugs }: Arrival) =>
    createToolServer(needs, caller, options, (bug) => bugs.push(bug))
  // Lists announce no changes, so there are no subscriptions and no open streams.
  const quiet = { legacy: 'reject', maxSubscriptions: 0 } as const
  const present = createMcpHandler((context) => serverFor(arrivalOf(context)), quiet)
  const earlier = async (request: Request, arrival: Arrival): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = serverFor(arrival)
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, {
        parsedBody: arrival.body,
        authInfo: authInfoOf(arrival),
      })
    } finally {
      await server.close()
    }
  }
  return async (request: Request, toolRequest: ToolRequest): Promise<Response> => {
    const arrival: Arrival = { ...toolRequest, bugs: [] }
    const response = (await isLegacyRequest(request, arrival.body))
      ? await earlier(request, arrival)
      : await present.fetch(request, { parsedBody: arrival.body, authInfo: authInfoOf(arrival) })
    const [bug] = arrival.bugs
    if (bug !== undefined) throw bug
    return response
  }
}
