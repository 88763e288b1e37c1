import { E } from '@postrider/core/fp'
import { type Answer, redirectTo, withHeaders } from '@postrider/server/answers/answer'
import type { Endpoint } from '@postrider/server/exchange/endpoint'
import type { Exchange } from '@postrider/server/exchange/exchange'
import { markup } from '@postrider/server/pages/markup'
import type { ConsoleNeeds } from '../console-needs.js'
import { returnAddress } from '../origin/return-address.js'
import { isFromElsewhere, ownNameFor } from '../origin/web-origin.js'
import { consolePage } from '../pages/console-page.js'
import { AT_THE_CONSOLE } from '../pages/form-endpoint.js'
import { notNow } from '../pages/plain-answers.js'
import { sessionCookie } from '../sessions/session-cookie.js'
import { signInAddress } from '../sessions/sign-in.js'
import { SCREEN_NAMES } from './screens.js'
import { shellPage } from './shell-page.js'

/** A record of a screen, and a part of it. */
const BELOW = ['', '/{record}', '/{record}/{part}']

const PATHS = ['/', ...SCREEN_NAMES.flatMap((screen) => BELOW.map((below) => `/${screen}${below}`))]

/**
 * Who follows a link of another site comes without the cookie, which is strict: they open the same address once more from here,
 * and then come with it.
 */
const comeAgain = (to: string): Answer =>
  consolePage(200, {
    title: 'Opening the console',
    goesOnTo: to,
    content: markup`<p><a href="${to}">Go on to the console</a></p>`,
  })

const NOT_BUILT = consolePage(503, {
  title: 'The screens are not built yet',
  content: markup`<p>You are signed in, but the scripts and styles of the console are not there. Type “npm run build” in the
folder of this installation, and load this page again.</p>`,
})

const answerOf =
  ({ postrider: { operatorSessions }, origin, files, connectTo }: ConsoleNeeds) =>
  async ({ headers, request: { url = '' } }: Exchange): Promise<Answer> => {
    const to = returnAddress(url)
    const ours = ownNameFor(headers, origin())
    if (ours !== undefined) return redirectTo(`${ours}${to}`, 307)
    const cookie = sessionCookie(origin())
    const token = cookie.read(headers)
    if (token === undefined && isFromElsewhere(headers)) return comeAgain(to)
    const found = await operatorSessions.find(token)()
    if (E.isLeft(found)) {
      if (found.left._tag !== 'Unauthenticated') return notNow()
      const answer = redirectTo(signInAddress(to))
      return token === undefined ? answer : withHeaders(answer, cookie.clear())
    }
    const view = files.firstView()
    return view === undefined ? NOT_BUILT : shellPage(view, connectTo)
  }

/** The address of every screen, and of every record in it, for who is signed in; others sign in first, and come back. */
export const shellEndpoints = (site: ConsoleNeeds): readonly Endpoint[] => {
  const answer = answerOf(site)
  return PATHS.map((path) => ({ ...AT_THE_CONSOLE, methods: ['GET'], path, route: path, answer }))
}
