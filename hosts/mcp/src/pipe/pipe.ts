import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { PipeSettings } from './pipe-settings.js'
import { present } from '@postrider/core/kernel/present'

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
const INTERNAL_ERROR = -32_603
const PARSE_ERROR = -32_700
const TIMEOUT_MS = 60_000
const UNAUTHENTICATED = 401
const KEY_REFUSED = 'The service refused the Agent key: it is mistyped, revoked or expired. Create a new one.'

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly name?: string; readonly _meta?: Readonly<Record<string, unknown>> }
}

interface Pipe {
  readonly settings: PipeSettings
  readonly write: (line: string) => void
  /** What the client and the service have agreed on by `initialize`; of later revisions each call says it. */
  agreed: string | undefined
}

/** A name as a header holds it: what is more than plain text is in base64. */
const inHeader = (name: string): string =>
  /^[!-~]+$/.test(name) ? name : `=?base64?${Buffer.from(name, 'utf8').toString('base64')}?=`

/** The headers that repeat what the body says, as the protocol wants it over HTTP. */
const headersOf = ({ settings, agreed }: Pipe, { method, params }: Message): Record<string, string> => {
  const protocolVersion = params?._meta?.[PROTOCOL_VERSION]
  const version = typeof protocolVersion === 'string' ? protocolVersion : agreed
  return {
    Authorization: `Bearer ${settings.key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...present({ 'MCP-Protocol-Version': version }),
    ...(typeof protocolVersion === 'string' && method !== undefined ? { 'Mcp-Method': method } : {}),
    ...(typeof protocolVersion === 'string' && typeof params?.name === 'string'
      ? { 'Mcp-Name': inHeader(params.name) }
      : {}),
  }
}

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const fail = ({ write }: Pipe, id: unknown, code: number, message: string, data?: unknown): void => {
  if (id === undefined) return
  write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...present({ data }) } }))
}

/** An error that the service answered before it read which request it was, so that the client waits for no other. */
const failAs = (
  pipe: Pipe,
  id: unknown,
  status: number,
  answer: { readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } },
): void => {
  const { code = INTERNAL_ERROR, message = `The service answered ${status}.`, data } = answer.error ?? {}
  fail(pipe, id, code, status === UNAUTHENTICATED ? KEY_REFUSED : message, data)
}

/** Hands one message on, and its answer back. What is no answer of the protocol becomes an error of it. */
const passOn = async (pipe: Pipe, line: string): Promise<void> => {
  const message = parsed(line) as Message | undefined
  if (message === undefined) return fail(pipe, null, PARSE_ERROR, 'This line is no JSON object.')
  const { id, method } = message
  try {
    const response = await fetch(pipe.settings.url, {
      method: 'POST',
      body: line,
      headers: headersOf(pipe, message),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = parsed(await response.text())
    if (answer?.['jsonrpc'] === '2.0') {
      const { result } = answer as { readonly result?: { readonly protocolVersion?: string } }
      if (method === 'initialize') pipe.agreed = result?.protocolVersion
      if (answer['id'] !== null) return pipe.write(JSON.stringify(answer))
      return failAs(pipe, id, response.status, answer)
    }
    if (response.ok && answer === undefined) return
    fail(pipe, id, INTERNAL_ERROR, `The service answered ${response.status}.`, answer)
  } catch {
    fail(pipe, id, INTERNAL_ERROR, 'The service did not answer.')
  }
}

/**
 * Hands messages on between a client that speaks by lines and the service's `/mcp`, without any logic of its own (docs/mcp#stdio).
 * Resolves when the client has ended and everything is answered.
 */
export const runPipe = async (
  settings: PipeSettings,
  input: Readable,
  write: (line: string) => void,
): Promise<void> => {
  const pipe: Pipe = { settings, write: (line) => write(`${line}\n`), agreed: undefined }
  const underWay = new Set<Promise<void>>()
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const passing = passOn(pipe, line).finally(() => underWay.delete(passing))
    underWay.add(passing)
  }
  await Promise.all(underWay)
}
