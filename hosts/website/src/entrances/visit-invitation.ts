import { E } from '@postrider/core/fp'
import type { InvitationDetails } from '@postrider/core/identity/ports/people-storage'
import type { FormPage } from '@postrider/web-server/sites/forms/form-endpoint'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import type { Answer } from '@postrider/web-server/answers/answer'
import { markup } from '@postrider/web-server/pages/markup'
import { newPasswordField } from '@postrider/web-server/pages/new-password-field'
import { type PageField, pageForm } from '@postrider/web-server/pages/page-form'
import type { WebsiteNeeds } from '../website-needs.js'
import { nameField, ownAddress } from './parts.js'
import { deadLink, enter, INVITATION, type RefusedForm, refusedForm, visitOf } from './visits.js'

const currentPassword = (productName: string): PageField => ({
  name: 'password',
  label: `Your ${productName} password`,
  type: 'password',
  autocomplete: 'current-password',
})

interface Typed {
  readonly displayName?: string | undefined
  readonly refused?: RefusedForm
}

/** The form to join. People with an account enter their password, others a name and a new password. */
const joiningPage = (
  { page, name: { product } }: SiteAnswers,
  token: string,
  { invitation: { email, role }, organization, hasAccount }: InvitationDetails,
  { displayName, refused }: Typed = {},
): Answer =>
  page(refused?.status ?? 200, {
    title: 'Accept the invitation',
    problem: refused?.problem,
    content: markup`<p>You are invited to join the Organization “<bdi>${organization.displayName}</bdi>” on ${product.name}, in the
role “<bdi>${role}</bdi>”. If you don’t want to join, ignore the invitation.</p>${pageForm({
      kept: { token },
      problem: refused?.problem,
      intro: ownAddress(email),
      action: hasAccount ? 'Join Organization' : 'Sign up and join',
      fields: hasAccount
        ? [currentPassword(product.name)]
        : [nameField(displayName), newPasswordField('password', 'New password')],
    })}`,
  })

const join = async (
  needs: WebsiteNeeds,
  token: string,
  [fields, from, exchange]: Parameters<FormPage['take']>,
): Promise<Answer> => {
  const { acceptInvitation, showInvitation } = needs.postrider
  const [displayName, password] = [fields.get('displayName'), fields.get('password') ?? '']
  const accepted = await acceptInvitation({ token, password, displayName }, from)()
  if (E.isRight(accepted))
    return enter(needs, { email: accepted.right.invitation.email, password }, from, exchange)
  const shown = await showInvitation(token)()
  if (E.isLeft(shown) || accepted.left._tag === 'NotFound') return deadLink(needs.answers)
  return joiningPage(needs.answers, token, shown.right, {
    displayName,
    refused: refusedForm(accepted.left, 'password'),
  })
}

/**
 * The page of an invitation link: a form to join an Organization, with an account or a new one
 * (docs/api/access#invitations).
 */
export const invitationEntrance = (needs: WebsiteNeeds): FormPage => ({
  path: INVITATION,
  show: async (exchange) => {
    const { elsewhere, token = '' } = visitOf(needs, exchange)
    if (elsewhere !== undefined) return elsewhere
    const shown = await needs.postrider.showInvitation(token)()
    if (E.isRight(shown)) return joiningPage(needs.answers, token, shown.right)
    return shown.left._tag === 'NotFound' ? deadLink(needs.answers) : needs.answers.notNow(shown.left)
  },
  take: (...visit) => join(needs, visit[0].get('token') ?? '', visit),
})
