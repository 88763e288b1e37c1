import type { RequestListener } from 'node:http'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { type Answer, errorAnswer, withHeaders } from '../answers/answer.js'
import type { Endpoint, PathStrings } from '../exchange/endpoint.js'
import type { EndpointHandler } from './serve.js'

/** The endpoint that a request matches, and the parameters of its path. */
interface Found {
  readonly endpoint: Endpoint
  readonly parameters: PathStrings
}

type Find = (method: string, target: string) => Found | undefined

/** The methods of endpoints, in the order in which `Allow` lists them. */
const METHODS = ['DELETE', 'GET', 'HEAD', 'POST', 'PUT']

const NO_PARAMETERS: PathStrings = {}

/** Only routes with a query parse it, each in its own way. */
const NO_QUERY = {}

/** HEAD is supported wherever GET is, because monitors and link checkers use it (RFC 9110 9.3.2). */
const methodsOf = ({ methods, getActs }: Endpoint): Endpoint['methods'] =>
  methods.includes('GET') && getActs !== true ? [...methods, 'HEAD'] : methods

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** For the router an empty path segment is also a parameter; for the contract it is another path. */
const isWhole = (parameters: Readonly<Record<string, string | undefined>>): parameters is PathStrings => {
  for (const name in parameters) if (parameters[name] === '') return false
  return true
}

const finderOf = (endpoints: readonly Endpoint[]): Find => {
  // Parameters may have any length; their route rejects invalid ones.
  const router = findMyWay({ maxParamLength: Infinity, querystringParser: () => NO_QUERY })
  for (const endpoint of endpoints)
    router.on([...methodsOf(endpoint)], patternOf(endpoint.path), () => undefined, endpoint)
  const find: Find = (method, target) => {
    const found = router.find(method as HTTPMethod, target)
    if (found === null || !isWhole(found.params)) return undefined
    return { endpoint: found.store as Endpoint, parameters: found.params }
  }
  // A path that can't be decoded goes to its route as written, which rejects it like any invalid parameter.
  return (method, target) =>
    find(method, target) ?? (target.includes('%') ? find(method, target.replaceAll('%', '%25')) : undefined)
}

/** The response if nothing exists at the path, or not with this method. */
export type NothingAnswer = (code: 'route_not_found' | 'method_not_allowed', requestId: string) => Answer

/** Handles requests without an endpoint: the path exists with other methods, or not at all. */
const elsewhere = (
  nothing: NothingAnswer,
  others: readonly Found[],
  methods: readonly string[],
): Endpoint => {
  const [known] = others
  const code = known === undefined ? 'route_not_found' : 'method_not_allowed'
  const headers = known === undefined ? [] : ['Allow', methods.join(', ')]
  return {
    methods: [],
    path: '',
    route: known?.endpoint.route ?? 'unknown',
    boundary: undefined,
    tellsMethods: false,
    isAlwaysOpen: true,
    answer: ({ requestId }) => withHeaders(nothing(code, requestId), headers),
  }
}

/** Routes every request to the endpoint at its address. */
export const createRouter = (
  endpoints: readonly Endpoint[],
  serve: EndpointHandler,
  nothing: NothingAnswer = errorAnswer,
): RequestListener => {
  const find = finderOf(endpoints)
  const nothingAt = (target: string): Endpoint => {
    const methods = METHODS.filter((method) => find(method, target)?.endpoint.tellsMethods === true)
    return elsewhere(
      nothing,
      methods.flatMap((method) => find(method, target) ?? []),
      methods,
    )
  }
  return (request, response) => {
    const { method = '', url = '' } = request
    const found = find(method, url)
    if (found === undefined) serve(request, response, nothingAt(url), NO_PARAMETERS)
    else serve(request, response, found.endpoint, found.parameters)
  }
}
