import type { DrawnFactor } from '@postrider/core/identity/use-cases/people/drawn-factor'
import type { SecondFactorStatus } from '@postrider/core/identity/use-cases/people/own-second-factor'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { CODE_FIELD } from '@postrider/web-server/sites/sessions/code-page'
import { factorSecret, recoveryCodeList } from '@postrider/web-server/sites/second-factor/factor-markup'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import type { Answer } from '@postrider/web-server/answers/answer'
import { type Markup, markup, NO_MARKUP } from '@postrider/web-server/pages/markup'
import { type PageField, pageForm } from '@postrider/web-server/pages/page-form'
import type { PageProblem } from '@postrider/web-server/pages/page-problem'

/** The pages about the user's own second factor. */
export const [FACTOR, FACTOR_CODES, FACTOR_REMOVE] = [
  '/second-factor',
  '/second-factor/codes',
  '/second-factor/remove',
] as const

const BACK = markup`<p class="after"><a href="/me">Back to your account</a></p>`

/** A rejected form: the status of its page, and the problem. */
export interface RefusedFactorForm {
  readonly status: number
  readonly problem: PageProblem<'password' | 'code'>
}

const PASSWORD_FIELD: PageField = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autocomplete: 'current-password',
}

const requiredNote = (requiredBy: readonly string[]): Markup =>
  requiredBy.length === 0
    ? NO_MARKUP
    : markup`<p><bdi>${requiredBy.join(', ')}</bdi> requires its members to have a second factor.</p>`

/** Shows a new secret as a picture and as text, and asks for the password and a code. */
export const turnOnPage = (
  { page }: SiteAnswers,
  { user, requiredBy }: SecondFactorStatus,
  drawn: DrawnFactor,
  refused?: RefusedFactorForm,
): Answer =>
  page(refused?.status ?? 200, {
    title: 'Turn on second factor',
    problem: refused?.problem,
    content: markup`<p>With a second factor, you sign in with your password and a code from an app on your phone. A stolen password
is then not enough.</p>${requiredNote(requiredBy)}${factorSecret(drawn, user.facts.user.email)}${pageForm({
      kept: { ...drawn },
      problem: refused?.problem,
      action: 'Turn on',
      fields: [{ ...CODE_FIELD, label: 'Code from the app', hint: 'Six digits.' }, PASSWORD_FIELD],
      outro: BACK,
    })}`,
  })

/** Shows recovery codes, once. */
export const codesPage = ({ page }: SiteAnswers, title: string, codes: readonly string[]): Answer =>
  page(200, {
    title,
    content: markup`<p>Save these recovery codes now, in a place other than your phone. They aren't shown again. Each one works once instead of
a code from the app.</p>${recoveryCodeList(codes)}${BACK}`,
  })

/** The status of the second factor, with links to change it. */
export const secondFactorPage = (
  { page }: SiteAnswers,
  factor: NonNullable<SecondFactorStatus['factor']>,
): Answer =>
  page(200, {
    title: 'Your second factor is on',
    content: factor.isOfSuperAdmin
      ? markup`<p>You are a super admin. You manage your second factor in the console, and it works here too.</p>${BACK}`
      : markup`<p>You turned it on on ${isoTime(factor.createdAtMs).slice(0, 10)}. You have ${String(factor.recoveryCodesLeft)} recovery
codes left.</p>
<p><a href="${FACTOR_CODES}">Get new recovery codes</a></p>
<p><a href="${FACTOR_REMOVE}">Remove the second factor</a></p>${BACK}`,
  })

/** Asks for a code before the recovery codes are replaced. */
export const renewPage = ({ page }: SiteAnswers, refused?: RefusedFactorForm): Answer =>
  page(refused?.status ?? 200, {
    title: 'Get new recovery codes',
    problem: refused?.problem,
    content: markup`<p>You get ten new codes. The old ones stop working.</p>${pageForm({
      kept: {},
      problem: refused?.problem,
      action: 'Get new codes',
      fields: [CODE_FIELD],
      outro: BACK,
    })}`,
  })

/** Asks for the password and a code before the second factor is removed. */
export const removePage = (
  { page }: SiteAnswers,
  requiredBy: readonly string[],
  refused?: RefusedFactorForm,
): Answer =>
  page(refused?.status ?? 200, {
    title: 'Remove second factor',
    problem: refused?.problem,
    content: markup`<p>You will then sign in with only your password. Your other sessions end.</p>${
      requiredBy.length === 0
        ? NO_MARKUP
        : markup`<p><bdi>${requiredBy.join(', ')}</bdi> requires a second factor. You can't work there until you turn it on again.</p>`
    }${pageForm({
      kept: {},
      problem: refused?.problem,
      action: 'Remove second factor',
      fields: [CODE_FIELD, PASSWORD_FIELD],
      outro: BACK,
    })}`,
  })

/** The page after the second factor was removed. */
export const removedPage = ({ page }: SiteAnswers): Answer =>
  page(200, {
    title: 'Second factor removed',
    content: markup`<p>You now sign in with only your password. You were signed out everywhere else. We’ve emailed you to confirm the change.</p>
<p><a href="${FACTOR}">Turn it on again</a></p>${BACK}`,
  })
