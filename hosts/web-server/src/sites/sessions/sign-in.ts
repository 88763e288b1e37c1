import { randomBytes } from 'node:crypto'
import type { Origin } from '@postrider/core/audit/domain/audit-event'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E, type TE } from '@postrider/core/fp'
import type { Exchange } from '../../exchange/exchange.js'
import { type Answer, redirectTo, withHeaders } from '../../answers/answer.js'
import { isStorageOutage, retryAfter } from '../../answers/refused.js'
import { parseQuery, queryStringOf } from '../../receiving/parse-query.js'
import type { FormFields } from '../../receiving/receive-form.js'
import { docsOfCode, THROTTLING_DOCS } from '../docs/docs-page.js'
import type { FormPage } from '../forms/form-endpoint.js'
import { returnAddress } from '../origin/return-address.js'
import { ownNameFor } from '../origin/web-origin.js'
import type { Site } from '../site/site.js'
import { codePage } from './code-page.js'
import { SIGN_IN } from './sign-in-address.js'
import { signInPage, type SignInParts } from './sign-in-page.js'

/** A new session, or the reason why there is none. */
type Begun = TE.TaskEither<Refusal | Outage, { readonly token: string }>

/** How people sign in at a site. */
export interface SignInForm extends SignInParts {
  /** One sentence for all kinds of wrong input, so that it doesn't reveal which email addresses exist. */
  readonly wrong: string
  /** Starts a session from the submitted fields; its token is for the cookie. */
  begin(fields: FormFields, from: Origin, browser: string): Begun
  /**
   * Completes a sign-in that only lacks a code of the second factor; undefined if the form always asks for
   * the code.
   */
  conclude?(pending: string, code: string, from: Origin, browser: string): Begun
}

const DEVICE_BYTES = 16
const TOO_MANY = 'Too many attempts. Wait a while, then try again.'
const WRONG_CODE = 'Wrong code. Each code works once, for about a minute.'
const TOO_LATE = 'The sign-in has expired, or your account has changed. Sign in again.'
const LATER = 'Sign-in isn’t possible at the moment. Nothing changed. Try again in a minute.'

/** The text for a rejected sign-in, with the length of the wait if there is one. */
const refusedSignIn = (
  { answers }: Site,
  form: SignInForm,
  left: Refusal | Outage,
  typed: { readonly to: string; readonly email: string },
): Answer => {
  switch (left._tag) {
    case 'SecondFactorRequired':
      return codePage(answers, 200, { to: typed.to, pending: left.pendingSignIn ?? '' })
    case 'Unauthenticated':
      return signInPage(answers, form, 401, { ...typed, problem: { sentence: TOO_LATE } })
    case 'InvalidCredentials':
    case 'InvalidRequest':
      return signInPage(answers, form, 401, { ...typed, problem: { sentence: form.wrong } })
    case 'TooManyRequests': {
      const answer = signInPage(answers, form, 429, {
        ...typed,
        problem: { sentence: TOO_MANY },
        docs: THROTTLING_DOCS,
      })
      return left.retryAfterMs === undefined ? answer : withHeaders(answer, retryAfter(left.retryAfterMs))
    }
    default: {
      const answer = signInPage(answers, form, 503, {
        ...typed,
        problem: { sentence: LATER },
        docs: docsOfCode('service_unavailable'),
      })
      return isStorageOutage(left) ? { ...answer, isOutage: true } : answer
    }
  }
}

/** The form for the code again, if it can still be entered; any other refusal starts the sign-in again. */
const refusedCode = (
  site: Site,
  form: SignInForm,
  left: Refusal | Outage,
  to: string,
  pending: string,
): Answer => {
  if (left._tag !== 'InvalidCredentials') return refusedSignIn(site, form, left, { to, email: '' })
  return codePage(site.answers, 401, { to, pending, problem: { sentence: WRONG_CODE, field: 'code' } })
}

/** The browser's device cookie, which lasts longer than any session; a new value if it has none. */
const browserOf = (site: Site, headers: Exchange['headers']): string =>
  site.deviceCookie().read(headers) ?? randomBytes(DEVICE_BYTES).toString('base64url')

const entered = (site: Site, to: string, browser: string, { token }: { readonly token: string }): Answer => ({
  ...withHeaders(withHeaders(redirectTo(to), site.cookie().set(token)), site.deviceCookie().set(browser)),
  isOutage: false,
})

/**
 * Ends the session that the browser had before this sign-in. Its cookie is replaced, so nothing else could
 * end it.
 */
export const endEarlier = async (
  { cookie, sessions }: Pick<Site, 'cookie' | 'sessions'>,
  headers: Exchange['headers'],
  from: Origin,
): Promise<void> => {
  const token = cookie().read(headers)
  // An invalid cookie gets the same response, and there is nothing to end.
  if (token !== undefined) await sessions.end(token, from)()
}

/**
 * The sign-in page, a form that needs no script; one response for all kinds of wrong input
 * (docs/decisions/0052).
 */
export const visitSignIn = (site: Site, form: SignInForm): FormPage => ({
  path: SIGN_IN,
  show: async ({ headers, request: { url = '' } }) => {
    const ours = ownNameFor(headers, site.origin())
    if (ours !== undefined) return redirectTo(`${ours}${returnAddress(url)}`, 307)
    const to = returnAddress(parseQuery(queryStringOf(url))?.['next'])
    const found = await site.sessions.find(site.cookie().read(headers))()
    return E.isRight(found) ? redirectTo(to) : signInPage(site.answers, form, 200, { to })
  },
  take: async (fields, from, { headers }) => {
    const to = returnAddress(fields.get('next'))
    const browser = browserOf(site, headers)
    const pending = fields.get('pending')
    if (pending !== undefined && form.conclude !== undefined) {
      const concluded = await form.conclude(pending, fields.get('code') ?? '', from, browser)()
      if (E.isLeft(concluded)) return refusedCode(site, form, concluded.left, to, pending)
      await endEarlier(site, headers, from)
      return entered(site, to, browser, concluded.right)
    }
    const begun = await form.begin(fields, from, browser)()
    if (E.isLeft(begun))
      return refusedSignIn(site, form, begun.left, { to, email: fields.get('email') ?? '' })
    await endEarlier(site, headers, from)
    return entered(site, to, browser, begun.right)
  },
})
