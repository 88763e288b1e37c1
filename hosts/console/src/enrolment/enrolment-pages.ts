import type { EnrolledAdmin } from '@postrider/core/identity/use-cases/enrolments/enrol'
import type { Answer } from '@postrider/web-server/answers/answer'
import { markup } from '@postrider/web-server/pages/markup'
import { newPasswordField } from '@postrider/web-server/pages/new-password-field'
import { type PageField, pageForm } from '@postrider/web-server/pages/page-form'
import type { PageProblem } from '@postrider/web-server/pages/page-problem'
import { factorSecret, recoveryCodeList } from '@postrider/web-server/sites/second-factor/factor-markup'
import { CONSOLE } from '../console-answers.js'
import { SIGN_IN } from '@postrider/web-server/sites/sessions/sign-in-address'
import { present } from '@postrider/core/kernel/present'

interface BeginningFacts {
  /** What was typed before the problem. */
  readonly link?: string
  readonly problem?: PageProblem<'link' | 'password' | 'passwordAgain'>
}

const linkField = (link: string | undefined): PageField => ({
  name: 'link',
  label: 'The link that was sent to you',
  type: 'text',
  autocomplete: 'off',
  hint: 'All of it: what stands behind the # is yours alone, and no browser sends it by itself.',
  ...present({ value: link }),
})

const again = (label: string): PageField => ({
  name: 'passwordAgain',
  label,
  type: 'password',
  autocomplete: 'new-password',
})

/** Asks for the link and a new password: the fields `link`, `password` and `passwordAgain`. */
export const beginningPage = (status: number, { link, problem }: BeginningFacts): Answer =>
  CONSOLE.page(status, {
    title: 'Become a super admin',
    problem,
    content: markup`<p>You were named as a super admin of this installation of Postrider. It takes a password of your own,
and an authenticator app.</p>${pageForm({
      kept: {},
      problem,
      action: 'Go on to the second factor',
      fields: [linkField(link), newPasswordField('password', 'A new password'), again('The same again')],
    })}`,
  })

interface FactorFacts {
  /** What is sent back as it is. */
  readonly kept: Readonly<Record<'token' | 'sealedFactor' | 'chosen' | 'secret' | 'totpUri', string>>
  readonly email: string
  readonly problem?: PageProblem<'code' | 'passwordAgain'>
}

/** Shows the secret for the authenticator, and asks for one of its codes: the fields `passwordAgain` and `code`. */
export const factorPage = (status: number, { kept, email, problem }: FactorFacts): Answer =>
  CONSOLE.page(status, {
    title: 'Add your second factor',
    problem,
    content: markup`${factorSecret({ totpSecret: kept.secret, totpUri: kept.totpUri }, email)}${pageForm({
      kept,
      problem,
      action: 'Become a super admin',
      fields: [
        again('Your new password once more'),
        {
          name: 'code',
          label: 'The code that the app shows',
          type: 'text',
          autocomplete: 'one-time-code',
        },
      ],
    })}`,
  })

/** Shows the recovery codes, once. */
export const enrolledPage = ({ user, recoveryCodes }: EnrolledAdmin): Answer =>
  CONSOLE.page(200, {
    title: 'You are a super admin',
    content: markup`<p><bdi>${user.email}</bdi> may sign in from now on. Keep these recovery codes where nobody else finds them:
each is good for one sign-in without the authenticator. They are not shown again.</p>${recoveryCodeList(recoveryCodes)}<p><a href="${SIGN_IN}">Sign in</a></p>`,
  })

/** One page for links that have expired, were used or never were: it tells nobody which. */
export const deadEnrolmentPage = (): Answer =>
  CONSOLE.page(404, {
    title: 'This link does not work',
    content: markup`<p>It works once, for seven days, and only the newest one does. Perhaps it was used already, came too late,
or lost a piece on its way here. Whoever runs the installation makes another one: “npx postrider admin enrolment-link”.</p>
<p><a href="/enrolment">Try it once more</a></p>`,
  })
