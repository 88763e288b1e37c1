import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ErrorCode } from '@postrider/contracts/errors/error-registry'

/** Errors that JSON-RPC has a code for. */
const CODES: Partial<Record<ErrorCode, number>> = {
  invalid_json: ProtocolErrorCode.ParseError,
  invalid_request: ProtocolErrorCode.InvalidRequest,
  internal_error: ProtocolErrorCode.InternalError,
}

/** The code of every other error of a server (JSON-RPC 2.0, section 5.1). */
const OTHER = -32_000

/**
 * An error of the API as a JSON-RPC error, for requests that are refused before the protocol reads them: `data` is the API's error
 * body (docs/mcp#http). `id` is null, because the request's own isn't read yet.
 */
export const rpcError = (body: ErrorBody): object => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: CODES[body.code] ?? OTHER, message: body.message, data: body },
})
