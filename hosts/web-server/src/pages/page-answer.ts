import type { Answer } from '../answers/answer.js'
import { PAGE_POLICY } from './page-policy.js'

/** A page as an answer; of its own style and forms, and nothing else. */
export const pageAnswer = (status: number, html: string): Answer => ({
  status,
  html,
  contentSecurityPolicy: PAGE_POLICY,
})
