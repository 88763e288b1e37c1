import type { RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { fastify, type FastifyInstance } from 'fastify'
import { serveAsset } from '../docs/serve-asset.js'
import type { Exchanges } from '../answering/exchanges.js'
import type { PathStrings } from '../pipeline/answer-call.js'
import type { PreparedRoute } from '../pipeline/prepare-route.js'
import type { servePage } from '../pages/serve-page.js'
import type { PlainPage, Visitable } from '../pages/visitable.js'
import type { Serve } from './serve.js'
import { unrouted } from './unrouted.js'

interface Needs {
  readonly routes: readonly PreparedRoute[]
  readonly exchanges: Exchanges
  readonly serve: Serve
  /** Whether the files of the page under /docs are there, as the page is among the routes. */
  readonly hasDocs: boolean
  readonly pages: ReadonlyArray<Visitable | PlainPage>
  readonly servePage: ReturnType<typeof servePage>
  readonly openServer: (listener: RequestListener) => Server
  readonly onClientError: (error: NodeJS.ErrnoException, socket: Duplex) => void
}

/** What takes the place of fastify's own reading of a query: only the routes that have one read it. */
const NO_QUERY = {}

const fastifyPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')

/** To fastify an empty piece of a path is a parameter too; to the contract it is another path. */
const hasEmpty = (parameters: PathStrings): boolean => {
  for (const name in parameters) if (parameters[name] === '') return true
  return false
}

/**
 * Finds the route of a request. Fastify is used as the router that its readers know, with everything that would
 * answer in another form than the contract's switched off; bodies, ids, logging and answers are this host's own.
 */
export const createRouter = (needs: Needs): FastifyInstance => {
  const { routes, exchanges, serve } = needs
  const toNoRoute = unrouted(needs)
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    genReqId: () => '',
    serverFactory: (listener) => needs.openServer(listener),
    clientErrorHandler: needs.onClientError,
    frameworkErrors: (_error, request, reply) => toNoRoute(request.raw, reply.raw),
    routerOptions: { querystringParser: () => NO_QUERY },
  })
  // Bodies are read after authentication, within the process's budget (docs/contract#order-of-checks): fastify
  // must not touch them.
  for (const method of ['POST', 'PUT', 'DELETE'])
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  for (const prepared of routes) {
    app.route({
      method: prepared.route.method,
      url: fastifyPath(prepared.route.path),
      handler: (request, reply) => {
        reply.hijack()
        const parameters = request.params as PathStrings
        if (hasEmpty(parameters)) toNoRoute(request.raw, reply.raw)
        else serve(request.raw, reply.raw, prepared, parameters)
      },
    })
  }
  for (const page of needs.pages) {
    app.route({
      method: 'html' in page ? ['GET'] : ['GET', 'POST'],
      url: page.path,
      handler: (request, reply) => {
        reply.hijack()
        needs.servePage(request.raw, reply.raw, page)
      },
    })
  }
  if (needs.hasDocs) {
    const toAsset = serveAsset(exchanges)
    app.get<{ Params: { name: string } }>('/docs/:name', (request, reply) => {
      reply.hijack()
      toAsset(request.raw, reply.raw, request.params.name)
    })
  }
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    toNoRoute(request.raw, reply.raw)
  })
  return app
}
