import { E } from '@postrider/core/fp'
import type { InvitationDetails } from '@postrider/core/ports/storage/people-storage'
import type { ServedUseCases } from '../handlers/handlers.js'
import { deadLinkPage } from '@postrider/server/pages/dead-link-page'
import { invitationDonePage } from './invitation-done-page.js'
import { invitationPage } from './invitation-page.js'
import { pageAnswer, problemOf } from '@postrider/server/pages/page-answer'
import type { LinkPage } from '@postrider/server/pages/visitable'

type Needs = Pick<ServedUseCases, 'showInvitation' | 'acceptInvitation'>

const factsOf = (token: string, { invitation, organization, hasAccount }: InvitationDetails) => ({
  token,
  email: invitation.email,
  organizationName: organization.displayName,
  role: invitation.role,
  hasAccount,
})

/**
 * Where invitations lead: a form to join an Organization, with an account or by making one
 * (docs/contract#invitations).
 */
export const visitInvitation = ({ showInvitation, acceptInvitation }: Needs): LinkPage => ({
  path: '/invitation',
  show: async ({ token }) => {
    const shown = await showInvitation(token)()
    return E.isRight(shown)
      ? pageAnswer(200, invitationPage(factsOf(token, shown.right)))
      : pageAnswer(404, deadLinkPage())
  },
  take: async ({ token, fields, origin }) => {
    const displayName = fields.get('displayName')
    const acceptance = { token, password: fields.get('password') ?? '', displayName }
    const accepted = await acceptInvitation(acceptance, origin)()
    if (E.isRight(accepted)) {
      const { displayName: organizationName } = accepted.right.organization
      return pageAnswer(200, invitationDonePage({ organizationName }))
    }
    const shown = await showInvitation(token)()
    if (E.isLeft(shown) || accepted.left._tag === 'NotFound') return pageAnswer(404, deadLinkPage())
    const { status, problem } = problemOf(accepted.left)
    const field = problem.field === 'displayName' ? 'displayName' : 'password'
    const typed = displayName === undefined ? {} : { displayName }
    const facts = { ...factsOf(token, shown.right), ...typed, problem: { ...problem, field } as const }
    return pageAnswer(status, invitationPage(facts))
  },
})
