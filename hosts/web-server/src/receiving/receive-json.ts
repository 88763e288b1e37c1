import { setImmediate } from 'node:timers/promises'
import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { tooManyRequests } from '@postrider/core/kernel/refusals/refusal'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { errorAnswer, type JsonAnswer } from '../answers/answer.js'
import { refused } from '../answers/refused.js'
import type { Exchange } from '../exchange/exchange.js'
import type { CallCount } from '../exchange/rate-limit.js'
import { LARGE_BODY_BYTES } from './large-bodies.js'
import { hasBody, isPlainJson } from './media-type.js'
import { measureInSlices, measureJson, MOST_PARTS, TOO_DEEP, TOO_WIDE } from './measure-json.js'
import { type NoObject, type ParsedObject, parseInSlices, parseObject } from './parse-object.js'
import { type BodyNeeds, readBody } from './read-body.js'

/** How deep a body may nest (docs/api/limits#limits). */
export const MAX_DEPTH = 8

/** The rules that a body has to follow. */
export interface JsonBodyRules {
  readonly limitBytes: number
  /** Default `MAX_DEPTH`; deeper for a body that is wrapped in another. */
  readonly maxDepth?: number
  /** Counts a long body as several calls. */
  readonly countAs: CallCount
}

/** The response to return instead of a body, or `gone` if the client disconnected. */
type NoObjectReceived = E.Either<JsonAnswer | 'gone', never>

const PARTS_PROBLEM = `The request body has more than ${MOST_PARTS} members and elements.`

/** When to try again with a large body whose turn didn't come. */
const NEXT_TURN_MS = SECOND_MS

/** How much of a large body is processed in one turn of the event loop: about a millisecond of work. */
const SLICE_BYTES = 256 * 1024

const parsedBody = (
  { requestId }: Exchange,
  members: number,
  parsed: E.Either<NoObject, ParsedObject>,
): E.Either<JsonAnswer, ParsedObject> => {
  const problem = (code: ErrorCode, message?: string): E.Either<JsonAnswer, never> =>
    E.left(errorAnswer(code, requestId, [], { message }))
  if (members === TOO_DEEP) return problem('payload_too_large')
  if (members === TOO_WIDE) return problem('payload_too_large', PARTS_PROBLEM)
  return E.isRight(parsed) ? parsed : problem('invalid_json', parsed.left)
}

const isTooMuch = (members: number): boolean => members === TOO_DEEP || members === TOO_WIDE

const NOTHING_PARSED: E.Either<NoObject, never> = E.left(undefined)

const parse = (exchange: Exchange, bytes: Buffer, maxDepth: number): E.Either<JsonAnswer, ParsedObject> => {
  const members = measureJson(bytes, maxDepth)
  return parsedBody(exchange, members, isTooMuch(members) ? NOTHING_PARSED : parseObject(bytes, members))
}

/** Lets requests that have arrived meanwhile run between two slices. */
const rest = (): Promise<void> => setImmediate()

const parseLarge = async (
  exchange: Exchange,
  bytes: Buffer,
  maxDepth: number,
): Promise<E.Either<JsonAnswer | 'gone', ParsedObject>> => {
  const members = await measureInSlices(bytes, maxDepth, SLICE_BYTES, rest)
  const parsed = isTooMuch(members) ? NOTHING_PARSED : await parseInSlices(bytes, members, SLICE_BYTES, rest)
  return exchange.stage === 'ended' ? E.left('gone') : parsedBody(exchange, members, parsed)
}

/**
 * Counts a received body by its length, and parses it. Large bodies of all callers are parsed one after
 * another, in slices.
 */
const countAndParse = async (
  exchange: Exchange,
  bytes: Buffer,
  { maxDepth = MAX_DEPTH, countAs }: JsonBodyRules,
  { large }: BodyNeeds,
): Promise<E.Either<JsonAnswer | 'gone', ParsedObject>> => {
  if (bytes.length <= LARGE_BODY_BYTES) return parse(exchange, bytes, maxDepth)
  const counted = await countAs(Math.ceil(bytes.length / LARGE_BODY_BYTES))
  if (E.isLeft(counted)) return E.left(refused(counted.left, exchange.requestId))
  return large.oneAtATime(async () => {
    await rest()
    return exchange.stage === 'ended' ? E.left('gone' as const) : await parseLarge(exchange, bytes, maxDepth)
  })
}

/**
 * Receives the JSON object of a request: content type, length, rate, depth, parts, JSON, in this order
 * (docs/api/conventions#request-bodies). Left: the response to return instead, or `gone` if the client
 * disconnected.
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
      return countAndParse(exchange, read.bytes, rules, needs)
  }
}
