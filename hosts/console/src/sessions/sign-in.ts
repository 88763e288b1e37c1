import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { Refusal } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import { type Answer, redirectTo, withHeaders } from '@postrider/server/answers/answer'
import { retryAfter } from '@postrider/server/answers/refused'
import { parseQuery, queryStringOf } from '@postrider/server/receiving/parse-query'
import type { ConsoleNeeds } from '../console-needs.js'
import { returnAddress } from '../origin/return-address.js'
import { ownNameFor } from '../origin/web-origin.js'
import type { FormPage } from '../pages/form-endpoint.js'
import { signInPage } from '../pages/sign-in-page.js'
import { sessionCookie } from './session-cookie.js'

export const SIGN_IN = '/sign-in'

/** One sentence for whatever is wrong: it tells nobody which addresses there are. */
const WRONG = 'The address, the password or the code is wrong. A code works once, and for about a minute.'
const TOO_MANY = 'There were too many attempts. Wait a while before you try again.'
const LATER = 'The service cannot sign you in at the moment. Nothing has changed. Try again in a minute.'

/** What somebody who was not let in is told; how long the wait is, where they have to wait. */
const refusedSignIn = (left: Refusal | Outage, to: string, email: string): Answer => {
  switch (left._tag) {
    case 'InvalidCredentials':
    case 'InvalidRequest':
      return signInPage(401, { to, email, problem: { sentence: WRONG } })
    case 'TooManyRequests': {
      const answer = signInPage(429, { to, email, problem: { sentence: TOO_MANY } })
      return left.retryAfterMs === undefined ? answer : withHeaders(answer, retryAfter(left.retryAfterMs))
    }
    default:
      return signInPage(503, { to, email, problem: { sentence: LATER } })
  }
}

/** The address of the page, from which somebody goes on to a place in the console. */
export const signInAddress = (to: string): string =>
  to === '/' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(to)}`

/** Where super admins sign in, by a form that needs no script; one answer for whatever is wrong (docs/decisions/0052). */
export const visitSignIn = ({ postrider: { operatorSessions }, origin }: ConsoleNeeds): FormPage => ({
  path: SIGN_IN,
  show: async ({ headers, request: { url = '' } }) => {
    const ours = ownNameFor(headers, origin())
    if (ours !== undefined) return redirectTo(`${ours}${returnAddress(url)}`, 307)
    const to = returnAddress(parseQuery(queryStringOf(url))?.['next'])
    const found = await operatorSessions.find(sessionCookie(origin()).read(headers))()
    return E.isRight(found) ? redirectTo(to) : signInPage(200, { to })
  },
  take: async (fields, from) => {
    const to = returnAddress(fields.get('next'))
    const [email = '', password = '', code = ''] = ['email', 'password', 'code'].map((name) =>
      fields.get(name),
    )
    const begun = await operatorSessions.begin({ email, password, code }, from)()
    if (E.isLeft(begun)) return refusedSignIn(begun.left, to, email)
    return withHeaders(redirectTo(to), sessionCookie(origin()).set(begun.right.token))
  },
})
