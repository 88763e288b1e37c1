import { E } from '@postrider/core/fp'
import { redirectTo, withHeaders } from '../../answers/answer.js'
import type { Endpoint } from '../../exchange/endpoint.js'
import { isOwnRequest } from '../origin/web-origin.js'
import { originOf, SITE_ENDPOINT } from '../forms/form-endpoint.js'
import type { Site } from '../site/site.js'
import { SIGN_IN } from './sign-in-address.js'

const PATH = '/sign-out'

/**
 * The browser removes cached pages and the data that pages of this origin stored, for example unsent drafts
 * (OWASP ASVS 5.0, 14.3.1). Cookies of other hosts of the domain stay.
 */
const CLEARED = ['Clear-Site-Data', '"cache", "storage"']

/** Ends the caller's session in every process, removes the cookie and clears what the browser stored. */
export const signOutEndpoint = ({ sessions, origin, cookie: cookieOf, answers }: Site): Endpoint => ({
  ...SITE_ENDPOINT,
  methods: ['POST'],
  path: PATH,
  route: PATH,
  answer: async (exchange) => {
    if (!isOwnRequest(exchange.headers, origin())) return answers.foreignForm(origin())
    const cookie = cookieOf()
    const token = cookie.read(exchange.headers)
    const ended = token === undefined ? E.right(undefined) : await sessions.end(token, originOf(exchange))()
    // An expired session doesn't have to be ended.
    if (E.isLeft(ended) && ended.left._tag !== 'Unauthenticated') return answers.notNow(ended.left)
    return withHeaders(redirectTo(SIGN_IN), [...cookie.clear(), ...CLEARED])
  },
})
