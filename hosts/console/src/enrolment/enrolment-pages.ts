import type { EnrolledAdmin } from '@postrider/core/identity/use-cases/enrolments/enrol'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import type { Answer } from '@postrider/web-server/answers/answer'
import { markup } from '@postrider/web-server/pages/markup'
import { newPasswordField } from '@postrider/web-server/pages/new-password-field'
import { type PageField, pageForm } from '@postrider/web-server/pages/page-form'
import type { PageProblem } from '@postrider/web-server/pages/page-problem'
import { factorSecret, recoveryCodeList } from '@postrider/web-server/sites/second-factor/factor-markup'
import { SIGN_IN } from '@postrider/web-server/sites/sessions/sign-in-address'
import { present } from '@postrider/core/kernel/present'

interface BeginningFacts {
  /** The link that was typed before the problem. */
  readonly link?: string
  readonly problem?: PageProblem<'link' | 'password' | 'passwordAgain'>
}

const linkField = (link: string | undefined): PageField => ({
  name: 'link',
  label: 'Enrollment link',
  type: 'text',
  autocomplete: 'off',
  hint: 'Paste the whole link from your email, including the part after #.',
  ...present({ value: link }),
})

const again = (label: string): PageField => ({
  name: 'passwordAgain',
  label,
  type: 'password',
  autocomplete: 'new-password',
})

/** Asks for the link and a new password: the fields `link`, `password` and `passwordAgain`. */
export const beginningPage = (
  { page, name: { product } }: SiteAnswers,
  status: number,
  { link, problem }: BeginningFacts,
): Answer =>
  page(status, {
    title: 'Become a super admin',
    problem,
    content: markup`<p>You were invited as a super admin of this ${product.name} installation. You need an authenticator app. First choose a
password.</p>${pageForm({
      kept: {},
      problem,
      action: 'Continue to second factor',
      fields: [linkField(link), newPasswordField('password', 'New password'), again('Repeat new password')],
    })}`,
  })

interface FactorFacts {
  /** Values that are sent back unchanged. */
  readonly kept: Readonly<Record<'token' | 'sealedFactor' | 'chosen' | 'secret' | 'totpUri', string>>
  readonly email: string
  readonly problem?: PageProblem<'code' | 'passwordAgain'>
}

/**
 * Shows the secret for the authenticator, and asks for one of its codes: the fields `passwordAgain` and
 * `code`.
 */
export const factorPage = (
  { page }: SiteAnswers,
  status: number,
  { kept, email, problem }: FactorFacts,
): Answer =>
  page(status, {
    title: 'Set up second factor',
    problem,
    content: markup`${factorSecret({ totpSecret: kept.secret, totpUri: kept.totpUri }, email)}${pageForm({
      kept,
      problem,
      action: 'Become a super admin',
      fields: [
        again('Repeat new password'),
        {
          name: 'code',
          label: 'Code from the app',
          type: 'text',
          autocomplete: 'one-time-code',
        },
      ],
    })}`,
  })

/** Shows the recovery codes, once. */
export const enrolledPage = ({ page }: SiteAnswers, { user, recoveryCodes }: EnrolledAdmin): Answer =>
  page(200, {
    title: 'You are a super admin',
    content: markup`<p><bdi>${user.email}</bdi> can sign in now. Keep these recovery codes in a safe place. Each one works once instead of
a code from the authenticator. They aren’t shown again.</p>${recoveryCodeList(recoveryCodes)}<p><a href="${SIGN_IN}">Sign in</a></p>`,
  })

/** One page for expired, used and unknown links, so that it doesn't reveal which of them a link is. */
export const deadEnrolmentPage = ({ page, name: { product } }: SiteAnswers): Answer =>
  page(404, {
    title: 'This link doesn’t work',
    content: markup`<p>The link was already used, has expired after seven days, was replaced by a newer one, or is incomplete. Your ${product.name}
administrator can create a new one with “npx postrider admin enrolment-link”.</p>
<p><a href="/enrolment">Try again</a></p>`,
  })
