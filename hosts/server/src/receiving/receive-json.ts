import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { E } from '@postrider/core/fp'
import type { Exchange } from '../exchange/exchange.js'
import { hasBody, isPlainJson } from './media-type.js'
import { measureJson, TOO_DEEP } from './measure-json.js'
import { type ParsedObject, parseObject } from './parse-object.js'
import { type BodyNeeds, readBody } from './read-body.js'

/** How deep a body may nest (docs/contract#limits). */
export const MAX_DEPTH = 8

/** Why there is no body to go on with, and where there is more to say than its code does. */
export interface NoJson {
  readonly code: Extract<
    ErrorCode,
    'invalid_json' | 'payload_too_large' | 'service_unavailable' | 'unsupported_media_type'
  >
  readonly message?: string | undefined
}

const noJson = (code: NoJson['code']): E.Either<NoJson, never> => E.left({ code })

/**
 * Receives the JSON object of a request: content type, length, depth, JSON, in this order
 * (docs/contract#request-bodies). `gone`: nobody is there to hear. `maxDepth`: where a body is wrapped in another.
 */
export const receiveJson = async (
  exchange: Exchange,
  limitBytes: number,
  needs: BodyNeeds,
  maxDepth = MAX_DEPTH,
): Promise<E.Either<NoJson | 'gone', ParsedObject>> => {
  const { headers } = exchange
  if (!hasBody(headers)) return noJson('invalid_json')
  if (!isPlainJson(headers)) return noJson('unsupported_media_type')
  const read = await readBody(exchange, limitBytes, needs)
  switch (read._tag) {
    case 'Gone':
      return E.left('gone')
    case 'TooLarge':
      return noJson('payload_too_large')
    case 'NoRoom':
      return noJson('service_unavailable')
    case 'Whole': {
      const members = measureJson(read.bytes, maxDepth)
      if (members === TOO_DEEP) return noJson('payload_too_large')
      const parsed = parseObject(read.bytes, members)
      return E.isRight(parsed) ? parsed : E.left({ code: 'invalid_json', message: parsed.left })
    }
  }
}
