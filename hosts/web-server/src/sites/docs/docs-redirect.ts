import { redirectTo } from '../../answers/answer.js'
import type { Endpoint } from '../../exchange/endpoint.js'
import { pathOf } from '../../exchange/path-of.js'
import { SITE_ENDPOINT } from '../forms/form-endpoint.js'

const PATH = '/docs'

/**
 * Lead from `/docs` on a site to the documentation at the API's address, which error responses of every host
 * link to. `docsUrl` ends without a slash.
 */
export const docsRedirects = (docsUrl: string): readonly Endpoint[] =>
  [PATH, `${PATH}/*`].map((path) => ({
    ...SITE_ENDPOINT,
    methods: ['GET'],
    path,
    route: PATH,
    answer: ({ request }) => redirectTo(`${docsUrl}${pathOf(request.url ?? '').slice(PATH.length)}`, 307),
  }))
