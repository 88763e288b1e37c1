import { E } from '@postrider/core/fp'
import type { ServedUseCases } from '../handlers/handlers.js'
import { deadLinkPage } from '@postrider/server/pages/dead-link-page'
import { pageAnswer, problemOf } from '@postrider/server/pages/page-answer'
import { recoveryDonePage } from './recovery-done-page.js'
import { recoveryPage } from './recovery-page.js'
import type { LinkPage } from '@postrider/server/pages/visitable'

type Needs = Pick<ServedUseCases, 'checkRecovery' | 'resetPassword'>

const DIFFERENT = {
  sentence: 'The two passwords differ. Please type them again.',
  field: 'passwordAgain',
} as const

/** Where recovery links lead: a form for a new password (docs/contract#password-recovery). */
export const visitRecovery = ({ checkRecovery, resetPassword }: Needs): LinkPage => ({
  path: '/recover',
  show: async ({ token }) => {
    const works = await checkRecovery(token)()
    return E.isRight(works) ? pageAnswer(200, recoveryPage({ token })) : pageAnswer(404, deadLinkPage())
  },
  take: async ({ token, fields, origin }) => {
    const password = fields.get('password') ?? ''
    if (password !== fields.get('passwordAgain'))
      return pageAnswer(400, recoveryPage({ token, problem: DIFFERENT }))
    const reset = await resetPassword(token, password, origin)()
    if (E.isRight(reset)) return pageAnswer(200, recoveryDonePage())
    if (reset.left._tag === 'NotFound') return pageAnswer(404, deadLinkPage())
    const { status, problem } = problemOf(reset.left)
    return pageAnswer(status, recoveryPage({ token, problem: { ...problem, field: 'password' } }))
  },
})
