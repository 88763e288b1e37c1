import type { RequestListener } from 'node:http'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { type Answer, errorAnswer, withHeaders } from '../answers/answer.js'
import type { Endpoint, PathStrings } from '../exchange/endpoint.js'
import type { EndpointHandler } from './serve.js'

/** What a request is for: an endpoint, and the parameters of its path. */
interface Found {
  readonly endpoint: Endpoint
  readonly parameters: PathStrings
}

type Find = (method: string, target: string) => Found | undefined

/** The methods that endpoints have, in the order in which `Allow` names them. */
const METHODS = ['DELETE', 'GET', 'HEAD', 'POST', 'PUT']

const NO_PARAMETERS: PathStrings = {}

/** Only the routes that have a query read it, and in their own way. */
const NO_QUERY = {}

/** Monitors and link checkers ask by HEAD wherever others ask by GET (RFC 9110 9.3.2). */
const methodsOf = ({ methods, getActs }: Endpoint): Endpoint['methods'] =>
  methods.includes('GET') && getActs !== true ? [...methods, 'HEAD'] : methods

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** To the router an empty piece of a path is a parameter too; to the contract it is another path. */
const isWhole = (parameters: Readonly<Record<string, string | undefined>>): parameters is PathStrings => {
  for (const name in parameters) if (parameters[name] === '') return false
  return true
}

const finderOf = (endpoints: readonly Endpoint[]): Find => {
  // However long a parameter is: that it means nothing is said at its route.
  const router = findMyWay({ maxParamLength: Infinity, querystringParser: () => NO_QUERY })
  for (const endpoint of endpoints)
    router.on([...methodsOf(endpoint)], patternOf(endpoint.path), () => undefined, endpoint)
  const find: Find = (method, target) => {
    const found = router.find(method as HTTPMethod, target)
    if (found === null || !isWhole(found.params)) return undefined
    return { endpoint: found.store as Endpoint, parameters: found.params }
  }
  // What cannot be decoded goes to its route as it was written, to be answered there like all that means nothing.
  return (method, target) =>
    find(method, target) ?? (target.includes('%') ? find(method, target.replaceAll('%', '%25')) : undefined)
}

/** What is answered where there is nothing, or nothing by that method. */
export type NothingAnswer = (code: 'route_not_found' | 'method_not_allowed', requestId: string) => Answer

/** What answers where nothing does: the path is known by other methods, or nobody knows it. */
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

/** Hands every request to the endpoint at its address. */
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
