import type { Field, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import { compile, type Decoded } from '@postrider/core/kernel/codecs/compile'
import { compileHeaders } from '@postrider/core/kernel/codecs/compile-headers'
import { compileQuery, queryPartsOf, type QueryStrings } from '@postrider/core/kernel/codecs/compile-query'
import { wellShaped } from '@postrider/core/kernel/codecs/well-shaped'
import { allBroken } from '@postrider/core/kernel/inspections/inspection'
import type { FieldError } from '@postrider/contracts/errors/error-body'
import type { Route } from '@postrider/contracts/routes/route'
import { ROUTES } from '@postrider/contracts/routes/route-table'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { WhileWaiting } from '@postrider/core/events/use-cases/list-events'
import type { Answer } from '@postrider/web-server/answers/answer'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import type { Call, OperationId } from '../handlers/handler.js'
import type { Handlers } from '../handlers/handlers.js'
import { type Notice, NOTICES } from '../handlers/notices.js'
import type { IncomingBytes } from '@postrider/web-server/receiving/incoming-bytes'
import type { InspectAnyCall } from './inspections.js'
import { parseQuery } from '@postrider/web-server/receiving/parse-query'
import type { CallCount } from '@postrider/web-server/exchange/rate-limit'

/** A request whose caller is known and whose body is an object; nothing else was checked. */
export interface RawCall {
  readonly exchange: Pick<
    Exchange,
    'caller' | 'headers' | 'requestId' | 'trace' | 'clientAddress' | 'stage' | 'isWaiting' | 'waits'
  >
  readonly body: object | undefined
  /** Names that occur more than once in one object of the body. */
  readonly repeated: readonly FieldError[]
  readonly bytes: IncomingBytes | undefined
  readonly path: Readonly<Record<string, string>>
  readonly queryText: string
  readonly countAs: CallCount
}

/** Why a call didn't reach its handler. */
export type Undecoded =
  | { readonly _tag: 'NoSuchPath'; readonly message?: string }
  | { readonly _tag: 'BrokenFields'; readonly fields: readonly FieldError[] }

/** A route and its handler behind one type. */
export interface PreparedRoute {
  readonly route: Route
  readonly notice: Notice | undefined
  /** Decodes the call, then handles it. */
  readonly answer: (call: RawCall) => Promise<E.Either<Undecoded | Refusal | Outage, Answer>>
}

const NO_SUCH_PATH = E.left<Undecoded>({ _tag: 'NoSuchPath' })

const NO_SUCH_OPERATION = E.left<Undecoded>({
  _tag: 'NoSuchPath',
  message: 'There is no operation of this name. /capabilities.json lists all operations.',
})

const BROKEN_QUERY: readonly FieldError[] = [
  { location: 'query', field: '', code: 'format', message: 'The query must be percent-encoded UTF-8.' },
]

const ABSENT: Decoded<undefined> = E.right(undefined)

const bodyDecoder = (codec: Field | undefined): ((call: RawCall) => Decoded<unknown>) => {
  if (codec === undefined) return () => ABSENT
  const decode = compile(codec)
  return ({ body }) => decode(body, 'body')
}

const headerDecoder = (codec: (Field & ShapeNode) | undefined): ((call: RawCall) => Decoded<unknown>) => {
  if (codec === undefined) return () => ABSENT
  const decode = compileHeaders(codec)
  return ({ exchange }) => decode(exchange.headers)
}

const pathDecoder = (codec: Field | undefined): ((call: RawCall) => Decoded<unknown>) => {
  if (codec === undefined) return () => ABSENT
  const decode = compile(codec)
  return ({ path }) => decode(path, 'path')
}

const queryDecoder = (codec: (Field & ShapeNode) | undefined): ((call: RawCall) => Decoded<unknown>) => {
  if (codec === undefined) return () => ABSENT
  const decode = compileQuery(codec)
  return ({ queryText }) => {
    const query = parseQuery(queryText)
    return query === undefined ? E.left(BROKEN_QUERY) : decode(query)
  }
}

const NOTHING: (input: unknown) => unknown = () => ({})

/** The problems that an inspection finds in the well-shaped parts of a call. */
const partsInspector = (
  { body, query }: Route['request'],
  inspect: InspectAnyCall | undefined,
): ((call: RawCall) => readonly FieldError[]) => {
  if (inspect === undefined) return () => []
  const bodyParts: (given: unknown) => unknown = body === undefined ? NOTHING : wellShaped(body)
  const queryParts: (given: QueryStrings) => unknown = query === undefined ? NOTHING : queryPartsOf(query)
  return ({ body: given, queryText }) => {
    const parts = { body: bodyParts(given), query: queryParts(parseQuery(queryText) ?? {}) }
    // The parts belong to the same route, because its decoders made them.
    return (inspect as (parts: unknown) => readonly FieldError[])(parts)
  }
}

const waitsOf =
  (exchange: RawCall['exchange']): WhileWaiting =>
  async (wait) => {
    exchange.waits.begin(exchange)
    try {
      return await wait()
    } finally {
      exchange.waits.end(exchange)
    }
  }

const faultsOf = (part: Decoded<unknown>): readonly FieldError[] => (E.isLeft(part) ? part.left : [])

/** Compiles the decoders of a route once. All invalid fields are reported at once, headers first. */
export const prepareRoute = <K extends OperationId>(
  id: K,
  handle: Handlers[K],
  inspect?: InspectAnyCall,
): PreparedRoute => {
  const route: Route = ROUTES[id]
  const { request } = route
  const decodeBody = bodyDecoder(request.body)
  const decodeHeaders = headerDecoder(request.headers)
  const decodePath = pathDecoder(request.path)
  const decodeQuery = queryDecoder(request.query)
  const inspectParts = partsInspector(request, inspect)
  // Duplicate names in a body of any shape are refused by the code that knows the shape.
  const isOperation = request.body?._tag === 'AnyObject'
  return {
    route,
    notice: NOTICES[id],
    answer: (call) => {
      const path = decodePath(call)
      if (E.isLeft(path))
        return Promise.resolve(id === 'runControlOperation' ? NO_SUCH_OPERATION : NO_SUCH_PATH)
      const headers = decodeHeaders(call)
      const query = decodeQuery(call)
      if (route.isSignedAddress === true && E.isLeft(query)) return Promise.resolve(NO_SUCH_PATH)
      const body = decodeBody(call)
      const isUnclear = call.repeated.length > 0 && !isOperation
      if (E.isLeft(headers) || E.isLeft(query) || E.isLeft(body) || isUnclear) {
        const shape = allBroken(call.repeated, [headers, query, body].flatMap(faultsOf))
        return Promise.resolve(E.left({ _tag: 'BrokenFields', fields: allBroken(shape, inspectParts(call)) }))
      }
      const { exchange, repeated, bytes, countAs } = call
      const decoded = {
        caller: exchange.caller,
        body: body.right,
        repeated,
        bytes,
        headers: headers.right,
        path: path.right,
        query: query.right,
        requestId: exchange.requestId,
        trace: exchange.trace,
        clientAddress: exchange.clientAddress,
        countAs,
        whileWaiting: waitsOf(exchange),
      }
      // Decoders and boundary belong to the same route, which the compiler can't see here.
      return handle(decoded as unknown as Call<K>)
    },
  }
}
