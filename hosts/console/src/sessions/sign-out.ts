import { E } from '@postrider/core/fp'
import { redirectTo, withHeaders } from '@postrider/server/answers/answer'
import type { Endpoint } from '@postrider/server/exchange/endpoint'
import type { ConsoleNeeds } from '../console-needs.js'
import { isOwnRequest } from '../origin/web-origin.js'
import { AT_THE_CONSOLE, originOf } from '../pages/form-endpoint.js'
import { foreignForm, notNow } from '../pages/plain-answers.js'
import { sessionCookie } from './session-cookie.js'
import { SIGN_IN } from './sign-in.js'

const PATH = '/sign-out'

/** Ends the session of who asks, in every process, and takes the cookie away; who had none has none. */
export const signOutEndpoint = ({ postrider: { operatorSessions }, origin }: ConsoleNeeds): Endpoint => ({
  ...AT_THE_CONSOLE,
  methods: ['POST'],
  path: PATH,
  route: PATH,
  answer: async (exchange) => {
    if (!isOwnRequest(exchange.headers, origin())) return foreignForm(origin())
    const cookie = sessionCookie(origin())
    const token = cookie.read(exchange.headers)
    const ended =
      token === undefined ? E.right(undefined) : await operatorSessions.end(token, originOf(exchange))()
    // Of one that is over already there is nothing to end.
    if (E.isLeft(ended) && ended.left._tag !== 'Unauthenticated') return notNow()
    return withHeaders(redirectTo(SIGN_IN), cookie.clear())
  },
})
