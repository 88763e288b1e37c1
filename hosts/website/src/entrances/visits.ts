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
import { type Answer, redirectTo, withHeaders } from '@postrider/web-server/answers/answer'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { markup } from '@postrider/web-server/pages/markup'
import { parseQuery, queryStringOf } from '@postrider/web-server/receiving/parse-query'
import { WEBSITE } from '../website-answers.js'
import type { WebsiteNeeds } from '../website-needs.js'

export const [SIGN_UP, RECOVER, INVITATION] = ['/sign-up', '/recover', '/invitation'] as const

/** What was typed into a form that cannot be done as it is: the status, and what its reader is told of which field. */
export interface RefusedForm {
  readonly status: number
  readonly problem: { readonly sentence: string; readonly field: string }
}

const LATER = 'The service cannot do this at the moment. Nothing has changed. Try again in a minute.'
const TOO_MANY = 'There were too many attempts. Wait a while before you try again.'
const WRONG = 'This is not the password of your account.'

/** How a form is answered that was refused. */
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

/** What is wrong with an address that was typed; undefined where nothing is. */
export const refusedAddress = (email: string): RefusedForm | undefined =>
  addressProblems('/email', email).length === 0
    ? undefined
    : {
        status: 400,
        problem: { sentence: 'This is no email address. Write it as name@example.com.', field: 'email' },
      }

/** One page for links that have expired, were used or never were: it tells nobody which. */
export const deadLink = (): Answer =>
  WEBSITE.page(404, {
    title: 'This link does not work',
    content: markup`<p>Links work once and for a limited time, and only the newest one does. Perhaps this one was used
already, came too late, or lost a piece on its way here.</p>
<p><a href="${SIGN_IN}">Sign in</a>, ask for <a href="${RECOVER}">a new password</a> or for <a href="${SIGN_UP}">an account</a>.
For another invitation, ask whoever invited you.</p>`,
  })

/** What is asked of a page: to come by the right name of this machine, or the token that is in its address. */
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

/** Signs somebody in who has just proved who they are, ends the session that their browser had, and leads them to the start; where that fails, to the sign-in. */
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
