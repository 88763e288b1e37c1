import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { ToolCaller } from '../calls/call-tool.js'
import type { ToolQuery } from '../tools/tool-query.js'
import { createToolServer, type ToolServerNeeds } from './tool-server.js'

/** A request that was let in: who calls, how tools are listed, and the body. */
export interface ToolRequest {
  readonly caller: ToolCaller
  readonly options: ToolQuery
  readonly body: object
}

/** A request on its way through the SDK, and what was a bug in answering it. */
interface Arrival extends ToolRequest {
  readonly bugs: Error[]
}

/** What travels through the SDK beside a request; the key itself stays outside. */
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
 * Serves single requests: those of the revision 2026-07-28, and of clients of 2025, which open with `initialize` and are
 * answered without a session. Every request has a server of its own. Throws what was a bug, for the host to tell of.
 */
export const createServing = (needs: ToolServerNeeds) => {
  const serverFor = ({ caller, options, bugs }: Arrival) =>
    createToolServer(needs, caller, options, (bug) => bugs.push(bug))
  // Lists tell of no changes, so there is nothing to listen to, and no stream that stays open.
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
