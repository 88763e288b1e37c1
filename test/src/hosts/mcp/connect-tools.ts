import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'
import { type ErrorCode, ERRORS } from '@postrider/contracts/errors/error-registry'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { fresh } from '@postrider/conformance/builders/fresh'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aSignedInUser } from '../../builders/signed-in.js'
import type { Reply } from '../http/http-client.js'
import type { HttpFixture } from '../http/http-fixture.js'

type Arguments = Readonly<Record<string, unknown>>

/** A tool result with fields beyond the protocol. */
export interface ToolAnswer extends CallToolResult {
  readonly structuredContent: Record<string, unknown>
}

/** The official client, connected to a host. Each call has its own key. */
export interface ConnectedTools {
  readonly client: Client
  list(bearer: string): Promise<readonly Tool[]>
  call(bearer: string, name: string, given?: Arguments): Promise<ToolAnswer>
  /** Calls like over the API: with a new `requestId`, and with confirmations. */
  ask(bearer: string, name: string, given?: object): Promise<Reply>
  close(): Promise<void>
}

/**
 * Changes to the default connection, which uses the protocol of 2026, lists all tools, and has no person to
 * ask.
 */
interface Wishes {
  readonly query?: string
  readonly options?: ClientOptions
  readonly prepare?: (client: Client) => void
  /** The key of the connection. Default: one without permissions. */
  readonly bearer?: string
}

/** A key without permissions that opens the connection. */
const aPowerlessKey = async (http: HttpFixture): Promise<string> => {
  const { bearer, ...secret } = http.ports.agentSecrets.create('customer')
  const { userId: sponsorId } = await aSignedInUser(http)
  const { organizationId } = http.mine.organization
  const key = anAgentKey({ ...secret, organizationId, sponsorId, allowlist: [], expiresAtMs: undefined })
  await exclusively(http.ports, (unit) => unit.agentKeys.add(key))
  return bearer
}

/** The API's error body in a JSON-RPC error. */
const errorIn = (body: unknown): unknown =>
  (body as { readonly error?: { readonly data?: unknown } }).error?.data ?? body

/** Connects the official client to the host's `/mcp`. */
export const connectTools = async (
  http: HttpFixture,
  { query = '', options, prepare, bearer: first }: Wishes = {},
): Promise<ConnectedTools> => {
  let bearer = first ?? (await aPowerlessKey(http))
  let refused: Reply | undefined
  const byKey: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${bearer}`)
    const response = await fetch(url, { ...init, headers })
    refused = response.ok
      ? undefined
      : { status: response.status, headers: {}, body: errorIn(await response.clone().json()) }
    return response
  }
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, ...options },
  )
  prepare?.(client)
  const url = new URL(`http://127.0.0.1:${http.port}/mcp${query}`)
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: byKey }))
  const call: ConnectedTools['call'] = async (ownBearer, name, given = {}) => {
    bearer = ownBearer
    return (await client.callTool({ name, arguments: { ...given } })) as ToolAnswer
  }
  const ask: ConnectedTools['ask'] = async (ownBearer, name, given = {}) => {
    const own = { requestId: `test-${fresh.hex(12)}`, ...given }
    try {
      const answer = await call(ownBearer, name, own)
      const { confirmation } = answer.structuredContent as { confirmation?: { name: string } }
      if (confirmation !== undefined)
        return await ask(ownBearer, name, { ...own, confirm: confirmation.name })
      const body = answer.structuredContent
      const status = answer.isError === true ? ERRORS[body['code'] as ErrorCode].status : 200
      return { status, headers: {}, body }
    } catch (error) {
      if (refused === undefined) throw error
      return refused
    }
  }
  return {
    client,
    list: async (ownBearer) => {
      bearer = ownBearer
      return (await client.listTools()).tools
    },
    call,
    ask,
    close: () => client.close(),
  }
}
