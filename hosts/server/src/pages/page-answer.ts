import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { Refusal } from '@postrider/core/domain/refusals/refusal'
import type { Answer } from '../answers/answer.js'
import { PAGE_POLICY } from './page-policy.js'

/** What was typed into a form that cannot be done as it is, in words for who typed it; by its field. */
export interface FormProblem {
  readonly sentence: string
  readonly field: string
}

/** A page as an answer; of its own style and forms, and nothing else. */
export const pageAnswer = (status: number, html: string): Answer => ({
  status,
  html,
  contentSecurityPolicy: PAGE_POLICY,
})

const LATER = 'The service cannot do this at the moment. Please try again in a minute.'
const TOO_MANY = 'There were too many attempts. Please wait a while before you try again.'
const WRONG = 'This is not the password of your account.'

/** How a form is answered that was refused: the status, and what its reader is told. */
export const problemOf = (
  left: Refusal | Outage,
): { readonly status: number; readonly problem: FormProblem } => {
  switch (left._tag) {
    case 'InvalidRequest': {
      const [{ field, message } = { field: '/password', message: LATER }] = left.fields
      return { status: 400, problem: { sentence: message, field: field.slice(1) } }
    }
    case 'InvalidCredentials':
      return { status: 401, problem: { sentence: WRONG, field: 'password' } }
    case 'TooManyRequests':
      return { status: 429, problem: { sentence: TOO_MANY, field: 'password' } }
    default:
      return { status: 503, problem: { sentence: LATER, field: 'password' } }
  }
}
