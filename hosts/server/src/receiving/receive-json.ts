import { setImmediate } from 'node:timers/promises'
import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { tooManyRequests } from '@postrider/core/domain/refusals/refusal'
import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { errorAnswer, type JsonAnswer } from '../answers/answer.js'
import { refused } from '../answers/refused.js'
import type { Exchange } from '../exchange/exchange.js'
import type { CallCount } from '../exchange/rate-limit.js'
import { LARGE_BODY_BYTES } from './large-bodies.js'
import { hasBody, isPlainJson } from './media-type.js'
import { measureJson, MOST_PARTS, TOO_DEEP, TOO_WIDE } from './measure-json.js'
import { type ParsedObject, parseObject } from './parse-object.js'
import { type BodyNeeds, readBody } from './read-body.js'

/** How deep a body may nest (docs/contract#limits). */
export const MAX_DEPTH = 8

/** What a body has to keep to. */
export interface JsonBodyRules {
  readonly limitBytes: number
  /** Default `MAX_DEPTH`; deeper for a body that is wrapped in another. */
  readonly maxDepth?: number
  /** Counts a long body as several calls. */
  readonly countAs: CallCount
}

/** The answer to return instead of a body, or `gone` if the client went away. */
type NoObjectReceived = E.Either<JsonAnswer | 'gone', never>

const PARTS_PROBLEM = `The request body has more than ${MOST_PARTS} members and elements.`

/** When to try again with a large body whose turn didn't come. */
const NEXT_TURN_MS = SECOND_MS

const parse = (
  { requestId }: Exchange,
  bytes: Buffer,
  maxDepth: number,
): E.Either<JsonAnswer, ParsedObject> => {
  const problem = (code: ErrorCode, message?: string): E.Either<JsonAnswer, never> =>
    E.left(errorAnswer(code, requestId, [], { message }))
  const members = measureJson(bytes, maxDepth)
  if (members === TOO_DEEP) return problem('payload_too_large')
  if (members === TOO_WIDE) return problem('payload_too_large', PARTS_PROBLEM)
  const parsed = parseObject(bytes, members)
  return E.isRight(parsed) ? parsed : problem('invalid_json', parsed.left)
}

/** Counts a body that is there by its length, and parses it. */
const countAndParse = async (
  exchange: Exchange,
  bytes: Buffer,
  { maxDepth = MAX_DEPTH, countAs }: JsonBodyRules,
): Promise<E.Either<JsonAnswer | 'gone', ParsedObject>> => {
  if (bytes.length > LARGE_BODY_BYTES) {
    const counted = await countAs(Math.ceil(bytes.length / LARGE_BODY_BYTES))
    if (E.isLeft(counted)) return E.left(refused(counted.left, exchange.requestId))
    // Requests that have arrived meanwhile come before it.
    await setImmediate()
    if (exchange.stage === 'ended') return E.left('gone')
  }
  return parse(exchange, bytes, maxDepth)
}

/**
 * Receives the JSON object of a request: content type, length, rate, depth, parts, JSON, in this order
 * (docs/contract#request-bodies). Left: the answer to return instead, or `gone` if the client went away.
 */
export const receiveJson = async (
  exchange: Exchange,
  rules: JsonBodyRules,
  needs: BodyNeeds,
): Promise<E.Either<JsonAnswer | 'gone', ParsedObject>> => {
  const { headers, requestId } = exchange
  const no = (code: ErrorCode): NoObjectReceived => E.left(errorAnswer(code, requestId))
  if (!hasBody(headers)) return no('invalid_json')
  if (!isPlainJson(headers)) return no('unsupported_media_type')
  const read = await readBody(exchange, rules.limitBytes, needs)
  switch (read._tag) {
    case 'Gone':
      return E.left('gone')
    case 'TooLarge':
      return no('payload_too_large')
    case 'NoRoom':
      return no('service_unavailable')
    case 'NoTurn':
      return E.left(refused(tooManyRequests(NEXT_TURN_MS), requestId))
    case 'Whole':
      return countAndParse(exchange, read.bytes, rules)
  }
}
