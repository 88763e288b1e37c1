import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { E } from '@postrider/core/fp'
import type { Exchange } from '../exchange/exchange.js'
import { hasBody, isPlainJson } from './media-type.js'
import { nestsDeeper } from './nesting.js'
import { parseObject } from './parse-object.js'
import { type BodyNeeds, readBody } from './read-body.js'

/** How deep a body may nest (decisions 2). */
const MAX_DEPTH = 8

/** Why there is no body to go on with; `gone`: nobody is there to hear. */
type NoJson = Extract<
  ErrorCode,
  'invalid_json' | 'payload_too_large' | 'service_unavailable' | 'unsupported_media_type'
>

/** Receives the JSON object of a request: content type, length, depth, JSON, in this order (decisions 2). */
export const receiveJson = async (
  exchange: Exchange,
  limitBytes: number,
  needs: BodyNeeds,
): Promise<E.Either<NoJson | 'gone', object>> => {
  const { headers } = exchange
  if (!hasBody(headers)) return E.left('invalid_json')
  if (!isPlainJson(headers)) return E.left('unsupported_media_type')
  const read = await readBody(exchange, limitBytes, needs)
  switch (read._tag) {
    case 'Gone':
      return E.left('gone')
    case 'TooLarge':
      return E.left('payload_too_large')
    case 'NoRoom':
      return E.left('service_unavailable')
    case 'Whole': {
      if (nestsDeeper(read.bytes, MAX_DEPTH)) return E.left('payload_too_large')
      const value = parseObject(read.bytes)
      return value === undefined ? E.left('invalid_json') : E.right(value)
    }
  }
}
