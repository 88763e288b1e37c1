import type { Answer } from '../answers/answer.js'
import { PAGE_POLICY } from './page-policy.js'

/** A page as a response; it allows only its own style and forms. */
export const pageAnswer = (status: number, html: string): Answer => ({
  status,
  html,
  contentSecurityPolicy: PAGE_POLICY,
})
