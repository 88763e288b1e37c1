import { E } from '@postrider/core/fp'
import { type Answer, redirectTo, withHeaders } from '../../answers/answer.js'
import type { Endpoint } from '../../exchange/endpoint.js'
import type { Exchange } from '../../exchange/exchange.js'
import { type Markup, markup } from '../../pages/markup.js'
import { returnAddress } from '../origin/return-address.js'
import { isFromElsewhere, ownNameFor } from '../origin/web-origin.js'
import type { SiteAnswers } from '../site/site-answers.js'
import { SITE_ENDPOINT } from '../forms/form-endpoint.js'
import { signInAddress } from '../sessions/sign-in-address.js'
import type { Site } from '../site/site.js'
import { shellPage } from './shell-page.js'

/** A record of a screen, and a part of it. */
const BELOW = ['', '/{record}', '/{record}/{part}']

/** The screens of a site. */
export interface SiteScreens {
  /** The first path segments of their addresses. */
  readonly screens: readonly string[]
  /** Shown in browsers that run no script. */
  readonly withoutScript: Markup
}

/**
 * A browser that follows a link from another site doesn't send the strict cookie. This page opens the same address again, now
 * with the cookie.
 */
const comeAgain = ({ page, name: { word } }: SiteAnswers, to: string): Answer =>
  page(200, {
    title: `Opening the ${word}`,
    goesOnTo: to,
    content: markup`<p><a href="${to}">Continue to the ${word}</a></p>`,
  })

const notBuilt = ({ page, name: { word } }: SiteAnswers): Answer =>
  page(503, {
    title: 'The screens are not built yet',
    content: markup`<p>You are signed in, but the scripts and styles of the ${word} are missing. Run “npm run build” in the folder of this
installation, then reload this page.</p>`,
  })

const answerOf =
  (
    { sessions, origin, cookie: cookieOf, answers, files, connectTo, docsUrl }: Site,
    { withoutScript }: SiteScreens,
  ) =>
  async ({ headers, request: { url = '' } }: Exchange): Promise<Answer> => {
    const to = returnAddress(url)
    const ours = ownNameFor(headers, origin())
    if (ours !== undefined) return redirectTo(`${ours}${to}`, 307)
    const cookie = cookieOf()
    const token = cookie.read(headers)
    if (token === undefined && isFromElsewhere(headers)) return comeAgain(answers, to)
    const found = await sessions.find(token)()
    if (E.isLeft(found)) {
      if (found.left._tag !== 'Unauthenticated') return answers.notNow(found.left)
      const answer = redirectTo(signInAddress(to))
      return token === undefined ? answer : withHeaders(answer, cookie.clear())
    }
    const view = files.firstView()
    return view === undefined
      ? notBuilt(answers)
      : { ...shellPage({ ...answers.name, withoutScript, docsUrl }, view, connectTo), isOutage: false }
  }

/** The addresses of all screens and their records. People who aren't signed in sign in first and then return. */
export const shellEndpoints = (site: Site, shown: SiteScreens): readonly Endpoint[] => {
  const answer = answerOf(site, shown)
  const paths = ['/', ...shown.screens.flatMap((screen) => BELOW.map((below) => `/${screen}${below}`))]
  return paths.map((path) => ({ ...SITE_ENDPOINT, methods: ['GET'], path, route: path, answer }))
}
