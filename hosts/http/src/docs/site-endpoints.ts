import { type Answer, errorAnswer, publicAnswer } from '@postrider/web-server/answers/answer'
import type { Endpoint } from '@postrider/web-server/exchange/endpoint'
import { errorPages } from '@postrider/web-server/pages/error-pages'
import type { Product } from '@postrider/core/kernel/texts/product'
import type { SiteFiles } from './site-files.js'

/** The rest of a path, as the router names it. */
const REST = '*'

const answerAt = (site: SiteFiles, path: string, requestId: string): Answer => {
  const file = site.find(path)
  if (file !== undefined) return publicAnswer(file)
  const html = site.missing(path)
  const logged = { errorCode: 'route_not_found' } as const
  return html === undefined ? errorAnswer('route_not_found', requestId) : { status: 404, html, logged }
}

const endpointAt = (path: string, site: SiteFiles): Endpoint => ({
  methods: ['GET'],
  path,
  route: 'unknown',
  boundary: undefined,
  tellsMethods: false,
  isAlwaysOpen: true,
  answer: ({ requestId }, { [REST]: rest = '' }) => answerAt(site, rest, requestId),
})

/** The site's pages about error codes, instead of the short ones that every host has. */
const errorEndpoint = (site: SiteFiles, product: Product): Endpoint => {
  const short = errorPages(product)
  return {
    ...short,
    answer: (exchange, parameters) =>
      site.home() === undefined
        ? short.answer(exchange, parameters)
        : answerAt(site, `errors/${parameters['code'] ?? ''}`, exchange.requestId),
  }
}

/** The pages and files of the documentation site below `/docs/`. */
export const siteEndpoints = (site: SiteFiles, product: Product): readonly Endpoint[] => [
  errorEndpoint(site, product),
  endpointAt('/docs/', site),
  endpointAt(`/docs/${REST}`, site),
]
