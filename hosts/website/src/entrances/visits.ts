import type { Origin } from '@postrider/core/audit/domain/audit-event'
import { addressProblems } from '@postrider/core/kernel/inspections/text-problems'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Claim } from '@postrider/core/identity/use-cases/people/prove-identity'
import { returnAddress } from '@postrider/web-server/sites/origin/return-address'
import { endEarlier } from '@postrider/web-server/sites/sessions/sign-in'
import { ownNameFor } from '@postrider/web-server/sites/origin/web-origin'
import { SIGN_IN } from '@postrider/web-server/sites/sessions/sign-in-address'
import { SIGN_IN_DOCS } from '@postrider/web-server/sites/docs/docs-page'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import { type Answer, redirectTo, withHeaders } from '@postrider/web-server/answers/answer'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { markup } from '@postrider/web-server/pages/markup'
import { parseQuery, queryStringOf } from '@postrider/web-server/receiving/parse-query'
import type { WebsiteNeeds } from '../website-needs.js'

export const [SIGN_UP, RECOVER, INVITATION] = ['/sign-up', '/recover', '/invitation'] as const

/** A refused form: the HTTP status, and the problem with one of its fields. */
export interface RefusedForm {
  readonly status: number
  readonly problem: { readonly sentence: string; readonly field: string }
}

const LATER = 'This isn’t possible at the moment. Nothing changed. Try again in a minute.'
const TOO_MANY = 'Too many attempts. Wait a while, then try again.'
const WRONG = 'Wrong password. Try again, or reset it from the sign-in page.'

/** The status and the problem to show for a refusal. */
export const refusedForm = (left: Refusal | Outage, field: string): RefusedForm => {
  switch (left._tag) {
    case 'InvalidRequest': {
      const [first] = left.fields
      return {
        status: 400,
        problem: { sentence: first?.message ?? LATER, field: first?.field.slice(1) ?? field },
      }
    }
    case 'InvalidCredentials':
      return { status: 401, problem: { sentence: WRONG, field } }
    case 'TooManyRequests':
      return { status: 429, problem: { sentence: TOO_MANY, field } }
    default:
      return { status: 503, problem: { sentence: LATER, field } }
  }
}

/** The problem with an email address; undefined if it is valid. */
export const refusedAddress = (email: string): RefusedForm | undefined =>
  addressProblems('/email', email).length === 0
    ? undefined
    : {
        status: 400,
        problem: { sentence: 'Enter a valid email address, for example name@example.com.', field: 'email' },
      }

/** One page for expired, used and unknown links, so that it doesn't reveal which of them a link is. */
export const deadLink = ({ page }: SiteAnswers): Answer =>
  page(404, {
    title: 'This link doesn’t work',
    content: markup`<p>The link was already used, has expired, was replaced by a newer one, or is incomplete. Check that you copied all of
it.</p>
<p><a href="${SIGN_IN}">Sign in</a>, <a href="${RECOVER}">reset your password</a> or <a href="${SIGN_UP}">sign up</a>.
For another invitation, ask the person who invited you.</p>`,
    docs: SIGN_IN_DOCS.website,
  })

/**
 * Redirects a request that uses another name of this machine, and otherwise returns the token from the link,
 * if any.
 */
export const visitOf = (
  { origin }: Pick<WebsiteNeeds, 'origin'>,
  { headers, request: { url = '' } }: Exchange,
): { readonly elsewhere?: Answer; readonly token?: string } => {
  const ours = ownNameFor(headers, origin())
  if (ours !== undefined) return { elsewhere: redirectTo(`${ours}${returnAddress(url)}`, 307) }
  const query = parseQuery(queryStringOf(url))
  const token = query?.['token']
  if (token === undefined && query !== undefined) return {}
  return { token: typeof token === 'string' ? token : '' }
}

/**
 * Signs in a user who has just proved their identity, ends the previous session of their browser, and
 * redirects to the start page; if that fails, to the sign-in page.
 */
export const enter = async (
  { postrider: { personSessions }, cookie }: WebsiteNeeds,
  claim: Claim,
  from: Origin,
  { headers }: Pick<Exchange, 'headers'>,
): Promise<Answer> => {
  const begun = await personSessions.begin(claim, from)()
  if (E.isLeft(begun)) return redirectTo(SIGN_IN)
  await endEarlier({ cookie, sessions: personSessions }, headers, from)
  return withHeaders(redirectTo('/'), cookie().set(begun.right.token))
}
