import { E } from '@postrider/core/fp'
import type { FormPage } from '@postrider/web-server/sites/forms/form-endpoint'
import { SIGN_IN } from '@postrider/web-server/sites/sessions/sign-in-address'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import type { Answer } from '@postrider/web-server/answers/answer'
import { markup } from '@postrider/web-server/pages/markup'
import { newPasswordField } from '@postrider/web-server/pages/new-password-field'
import { pageForm } from '@postrider/web-server/pages/page-form'
import type { WebsiteNeeds } from '../website-needs.js'
import { emailField, nameField, ownAddress, waitingPage } from './parts.js'
import { deadLink, enter, refusedAddress, type RefusedForm, refusedForm, SIGN_UP, visitOf } from './visits.js'

const WHO = {
  open: markup`<p>Enter your email address. We’ll email you a link to choose a name and a password.</p>`,
  invited: markup`<p>You need an invitation to sign up. Lost your invitation? Enter your email address and we’ll send it again. To get
an invitation, ask support.</p>`,
}

const askingPage = ({ signUp, answers }: WebsiteNeeds, email?: string, refused?: RefusedForm): Answer =>
  answers.page(refused?.status ?? 200, {
    title: 'Sign up',
    problem: refused?.problem,
    content: markup`${WHO[signUp]}${pageForm({
      kept: {},
      problem: refused?.problem,
      action: 'Send link',
      fields: [emailField(email)],
      outro: markup`
<p class="after">Already have an account? <a href="${SIGN_IN}">Sign in</a></p>`,
    })}`,
  })

interface ChoosingFacts {
  readonly token: string
  readonly email: string
  readonly displayName?: string
  readonly refused?: RefusedForm
}

const choosingPage = ({ page }: SiteAnswers, { token, email, displayName, refused }: ChoosingFacts): Answer =>
  page(refused?.status ?? 200, {
    title: 'Create your account',
    problem: refused?.problem,
    content: pageForm({
      kept: { token },
      problem: refused?.problem,
      intro: ownAddress(email),
      action: 'Create account',
      fields: [nameField(displayName), newPasswordField('password', 'Password')],
    }),
  })

const ask = async (
  needs: WebsiteNeeds,
  email: string,
  from: Parameters<FormPage['take']>[1],
): Promise<Answer> => {
  const wrong = refusedAddress(email)
  if (wrong !== undefined) return askingPage(needs, email, wrong)
  const requested = await needs.postrider.requestSignUp(email, from)()
  if (E.isLeft(requested)) return askingPage(needs, email, refusedForm(requested.left, 'email'))
  const sentences =
    needs.signUp === 'open'
      ? markup`<p>We’ve emailed a link to <bdi>${email}</bdi>. It works once, within 24 hours.</p>`
      : markup`<p>If <bdi>${email}</bdi> was invited or has an account, we’ve sent an email. People who weren’t invited don’t get an email.</p>`
  return waitingPage(needs, sentences, SIGN_UP)
}

const conclude = async (
  needs: WebsiteNeeds,
  token: string,
  [fields, from, exchange]: Parameters<FormPage['take']>,
): Promise<Answer> => {
  const [displayName, password] = [fields.get('displayName') ?? '', fields.get('password') ?? '']
  const made = await needs.postrider.signUp({ token, displayName, password }, from)()
  if (E.isRight(made)) return enter(needs, { email: made.right.email, password }, from, exchange)
  const shown = await needs.postrider.showSignUp(token)()
  if (E.isLeft(shown) || made.left._tag === 'NotFound') return deadLink(needs.answers)
  const { email } = shown.right
  return choosingPage(needs.answers, {
    token,
    email,
    displayName,
    refused: refusedForm(made.left, 'password'),
  })
}

/** The page to sign up, and the page of the emailed link (docs/api/sign-in#signing-up). */
export const signUpEntrance = (needs: WebsiteNeeds): FormPage => ({
  path: SIGN_UP,
  show: async (exchange) => {
    const { elsewhere, token } = visitOf(needs, exchange)
    if (elsewhere !== undefined) return elsewhere
    if (token === undefined) return askingPage(needs)
    const shown = await needs.postrider.showSignUp(token)()
    if (E.isRight(shown)) return choosingPage(needs.answers, { token, email: shown.right.email })
    return shown.left._tag === 'NotFound' ? deadLink(needs.answers) : needs.answers.notNow(shown.left)
  },
  take: (...visit) => {
    const [fields, from] = visit
    const token = fields.get('token')
    return token === undefined ? ask(needs, fields.get('email') ?? '', from) : conclude(needs, token, visit)
  },
})
