import type * as t from 'io-ts'
import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'

/** The most bytes of a frame that a client sends, and of one that it is sent (docs/contract#limits). */
export const FRAME_BYTES_IN = 64 * 1024
export const FRAME_BYTES_OUT = 256 * 1024

/** How deep a frame may nest, the frame itself included (docs/contract#limits). */
export const FRAME_DEPTH = 8

/** The version of JSON-RPC that every frame names. */
export const jsonRpc = literalUnion(['2.0'])

/** What a client calls its call by, and the answer names. */
export const callId = text({
  minLength: 1,
  maxLength: 64,
  pattern: /^[A-Za-z0-9_-]+$/,
  description: 'Names the call on its socket; that of a call without an answer is not used again.',
  example: '17',
})

/** A frame that a client sends: a call, whether of the protocol or of an operation. */
export const callFrame = closed(
  {
    jsonrpc: jsonRpc,
    id: callId,
    method: text({
      minLength: 1,
      maxLength: 64,
      pattern: /^[A-Za-z.]+$/,
      description: "With a dot a method of the protocol, else an operation's name.",
    }),
  },
  {
    params: anyObject({
      maxProperties: FRAME_BYTES_IN,
      description: 'What is asked for; nothing is an empty object.',
    }),
  },
)

export type CallFrame = t.TypeOf<typeof callFrame>

/** What JSON-RPC calls its errors, and what it leaves to us: a refusal, which has its own body beside it. */
export const RPC_ERRORS = {
  parseError: { code: -32700, message: 'The frame is no JSON.' },
  invalidRequest: { code: -32600, message: 'The frame is no call.' },
  methodNotFound: { code: -32601, message: 'The protocol has no such method.' },
  invalidParams: { code: -32602, message: 'The parameters break their rules; see data.' },
  refused: { code: -32000, message: 'Refused; see data.' },
} as const

/** A kind of error that a call is answered with. */
export type RpcErrorName = keyof typeof RPC_ERRORS
