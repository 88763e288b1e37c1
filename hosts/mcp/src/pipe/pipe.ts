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
  /**
   * The revision that the client and the service agreed on in `initialize`; in later revisions each call
   * names it.
   */
  agreed: string | undefined
}

/** A name as a header value: base64 if it isn't plain text. */
const inHeader = (name: string): string =>
  /^[!-~]+$/.test(name) ? name : `=?base64?${Buffer.from(name, 'utf8').toString('base64')}?=`

/** The headers that repeat parts of the body, as the protocol requires over HTTP. */
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

/**
 * Gives an error the id of its request, because the service may respond before it has read the id, and the
 * client waits for that id.
 */
const failAs = (
  pipe: Pipe,
  id: unknown,
  status: number,
  answer: { readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } },
): void => {
  const {
    code = INTERNAL_ERROR,
    message = `The service responded with ${status}.`,
    data,
  } = answer.error ?? {}
  fail(pipe, id, code, status === UNAUTHENTICATED ? KEY_REFUSED : message, data)
}

/** Forwards one message and its response. Responses outside the protocol become protocol errors. */
const passOn = async (pipe: Pipe, line: string): Promise<void> => {
  const message = parsed(line) as Message | undefined
  if (message === undefined) return fail(pipe, null, PARSE_ERROR, 'The line is not a JSON object.')
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
    fail(pipe, id, INTERNAL_ERROR, `The service responded with ${response.status}.`, answer)
  } catch {
    fail(pipe, id, INTERNAL_ERROR, 'The service did not respond.')
  }
}

/**
 * Forwards messages between a line-based client and the service's `/mcp`, without any logic of its own
 * (docs/mcp#stdio). Resolves when the client has ended and every message has its response.
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
