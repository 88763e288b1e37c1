import type * as t from 'io-ts'
import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'

/** The maximum size of a frame from a client, and of one to a client, in bytes (docs/api/limits#limits). */
export const FRAME_BYTES_IN = 64 * 1024
export const FRAME_BYTES_OUT = 256 * 1024

/** How deep a frame may nest, including the frame itself (docs/api/limits#limits). */
export const FRAME_DEPTH = 8

/** The version of JSON-RPC in every frame. */
export const jsonRpc = literalUnion(['2.0'], { description: 'Version of JSON-RPC.' })

/** The client's id of a call, which the response repeats. */
export const callId = text({
  minLength: 1,
  maxLength: 64,
  pattern: /^[A-Za-z0-9_-]+$/,
  description: "ID of the call, unique on its socket. Don't reuse the ID of a call that has no response yet.",
  example: '17',
})

/** A frame from a client: a call of the protocol or of an operation. */
export const callFrame = closed(
  {
    jsonrpc: jsonRpc,
    id: callId,
    method: text({
      minLength: 1,
      maxLength: 64,
      pattern: /^[A-Za-z.]+$/,
      description: 'Method to call: a method of the protocol if the name has a dot, otherwise an operation.',
      example: 'listMessages',
    }),
  },
  {
    params: anyObject({
      maxProperties: FRAME_BYTES_IN,
      description: 'Parameters of the call; an empty object if omitted.',
    }),
  },
)

export type CallFrame = t.TypeOf<typeof callFrame>

/** The errors of JSON-RPC, and the range that is left to us: a refusal, which also has its own body. */
export const RPC_ERRORS = {
  parseError: { code: -32700, message: 'The frame is not valid JSON.' },
  invalidRequest: { code: -32600, message: 'The frame is not a valid call.' },
  methodNotFound: { code: -32601, message: 'The method does not exist.' },
  invalidParams: { code: -32602, message: 'The parameters are invalid. See data.' },
  refused: { code: -32000, message: 'The call was refused. See data.' },
} as const

/** A kind of error in the response to a call. */
export type RpcErrorName = keyof typeof RPC_ERRORS
