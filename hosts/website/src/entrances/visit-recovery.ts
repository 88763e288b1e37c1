import { E } from '@postrider/core/fp'
import type { FormPage } from '@postrider/web-server/sites/forms/form-endpoint'
import { SIGN_IN } from '@postrider/web-server/sites/sessions/sign-in-address'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import { type Answer, withHeaders } from '@postrider/web-server/answers/answer'
import { markup } from '@postrider/web-server/pages/markup'
import { newPasswordField } from '@postrider/web-server/pages/new-password-field'
import { type PageField, pageForm } from '@postrider/web-server/pages/page-form'
import type { WebsiteNeeds } from '../website-needs.js'
import { emailField, waitingPage } from './parts.js'
import { deadLink, RECOVER, refusedAddress, type RefusedForm, refusedForm, visitOf } from './visits.js'

const PASSWORD_AGAIN: PageField = {
  name: 'passwordAgain',
  label: 'Repeat new password',
  type: 'password',
  autocomplete: 'new-password',
}

const DIFFERENT: RefusedForm = {
  status: 400,
  problem: { sentence: 'The two passwords differ. Enter them again.', field: 'passwordAgain' },
}

const askingPage = ({ page }: SiteAnswers, email?: string, refused?: RefusedForm): Answer =>
  page(refused?.status ?? 200, {
    title: 'Reset password',
    problem: refused?.problem,
    content: markup`<p>Enter your email address. We’ll email you a link to set a new password.</p>${pageForm({
      kept: {},
      problem: refused?.problem,
      action: 'Send link',
      fields: [emailField(email)],
      outro: markup`
<p class="after">Remembered it? <a href="${SIGN_IN}">Sign in</a></p>`,
    })}`,
  })

const choosingPage = ({ page }: SiteAnswers, token: string, refused?: RefusedForm): Answer =>
  page(refused?.status ?? 200, {
    title: 'Set a new password',
    problem: refused?.problem,
    content: markup`<p>Saving a new password signs you out everywhere. Then sign in with the new password.</p>${pageForm(
      {
        kept: { token },
        problem: refused?.problem,
        action: 'Save new password',
        fields: [newPasswordField('password', 'New password'), PASSWORD_AGAIN],
      },
    )}`,
  })

const donePage = ({ page }: SiteAnswers): Answer =>
  page(200, {
    title: 'Password changed',
    content: markup`<p>You were signed out everywhere.</p>
<p><a href="${SIGN_IN}">Sign in with the new password</a></p>`,
  })

const ask = async (
  needs: WebsiteNeeds,
  email: string,
  from: Parameters<FormPage['take']>[1],
): Promise<Answer> => {
  const { postrider, answers } = needs
  const wrong = refusedAddress(email)
  if (wrong !== undefined) return askingPage(answers, email, wrong)
  const requested = await postrider.requestRecovery(email, from)()
  if (E.isLeft(requested)) return askingPage(answers, email, refusedForm(requested.left, 'email'))
  const sentences = markup`<p>If <bdi>${email}</bdi> has an account, we’ve emailed a link. It works once, within 30 minutes.</p>`
  return waitingPage(needs, sentences, RECOVER)
}

const conclude = async (
  { postrider, cookie, answers }: WebsiteNeeds,
  token: string,
  [fields, from]: Parameters<FormPage['take']>,
): Promise<Answer> => {
  const password = fields.get('password') ?? ''
  if (password !== fields.get('passwordAgain')) return choosingPage(answers, token, DIFFERENT)
  const reset = await postrider.resetPassword(token, password, from)()
  // The sessions have ended, that of this browser too.
  if (E.isRight(reset)) return withHeaders(donePage(answers), cookie().clear())
  return reset.left._tag === 'NotFound'
    ? deadLink(answers)
    : choosingPage(answers, token, refusedForm(reset.left, 'password'))
}

/**
 * The page to request a password reset, and the page of the emailed link
 * (docs/api/sign-in#password-recovery).
 */
export const recoveryEntrance = (needs: WebsiteNeeds): FormPage => ({
  path: RECOVER,
  show: async (exchange) => {
    const { answers } = needs
    const { elsewhere, token } = visitOf(needs, exchange)
    if (elsewhere !== undefined) return elsewhere
    if (token === undefined) return askingPage(answers)
    const works = await needs.postrider.checkRecovery(token)()
    if (E.isRight(works)) return choosingPage(answers, token)
    return works.left._tag === 'NotFound' ? deadLink(answers) : answers.notNow(works.left)
  },
  take: (...visit) => {
    const [fields, from] = visit
    const token = fields.get('token')
    return token === undefined ? ask(needs, fields.get('email') ?? '', from) : conclude(needs, token, visit)
  },
})
