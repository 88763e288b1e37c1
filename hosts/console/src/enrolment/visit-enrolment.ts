import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { BegunEnrolment } from '@postrider/core/identity/use-cases/enrolments/enrol'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import type { Answer } from '@postrider/web-server/answers/answer'
import type { FormFields } from '@postrider/web-server/receiving/receive-form'
import type { ConsoleNeeds } from '../console-needs.js'
import type { FormPage } from '@postrider/web-server/sites/forms/form-endpoint'
import { beginningPage, deadEnrolmentPage, enrolledPage, factorPage } from './enrolment-pages.js'

const PATH = '/enrolment'

const DIFFERENT = 'The two passwords differ. Enter them again.'
const OTHER_PASSWORD = 'This isn’t the password that you chose on the previous page.'
const WRONG_CODE = 'Wrong code. Check that your phone’s clock is set automatically, then try the next code.'
const TOO_MANY = 'Too many attempts. Wait a while, then try again.'

/** The part of a link after `#`, or all of it. */
const tokenIn = (link: string): string => link.trim().replace(/^.*#/s, '')

/**
 * The values that the second page sends back: the password was chosen on the first one, and isn't in any
 * page.
 */
type Kept = Parameters<typeof factorPage>[2]['kept']

/** A mark for checking that the password of the second page is that of the first. */
const chosenMark = ({ keyedDigests }: ConsoleNeeds, token: string, password: string): string =>
  keyedDigests.of('enrolment', `${token}|${password}`)

const fieldsAsKept = (fields: FormFields): Kept => {
  const of = (name: string): string => fields.get(name) ?? ''
  return {
    token: of('token'),
    sealedFactor: of('sealedFactor'),
    chosen: of('chosen'),
    secret: of('secret'),
    totpUri: of('totpUri'),
  }
}

const keptOf = (site: ConsoleNeeds, token: string, password: string, begun: BegunEnrolment): Kept => ({
  token,
  sealedFactor: begun.sealedFactor,
  chosen: chosenMark(site, token, password),
  secret: begun.totpSecret,
  totpUri: begun.totpUri,
})

const refusedBeginning = (answers: SiteAnswers, left: Refusal | Outage, link: string): Answer => {
  if (left._tag === 'NotFound') return deadEnrolmentPage(answers)
  if (left._tag !== 'InvalidRequest') return answers.notNow(left)
  const sentence = left.fields[0]?.message ?? DIFFERENT
  return beginningPage(answers, 400, { link, problem: { sentence, field: 'password' } })
}

const begin = async (site: ConsoleNeeds, fields: FormFields): Promise<Answer> => {
  const link = fields.get('link') ?? ''
  const password = fields.get('password') ?? ''
  if (password !== fields.get('passwordAgain'))
    return beginningPage(site.answers, 400, {
      link,
      problem: { sentence: DIFFERENT, field: 'passwordAgain' },
    })
  const token = tokenIn(link)
  const begun = await site.postrider.beginEnrolment({ token, password })()
  if (E.isLeft(begun)) return refusedBeginning(site.answers, begun.left, link)
  const kept = keptOf(site, token, password, begun.right)
  return factorPage(site.answers, 200, { kept, email: begun.right.user.email })
}

/** Shows the second page again, with the problem, if its form was rejected. */
const factorAgain = async (
  { postrider, answers }: ConsoleNeeds,
  kept: Kept,
  status: number,
  problem: { readonly sentence: string; readonly field?: 'code' | 'passwordAgain' },
): Promise<Answer> => {
  const shown = await postrider.showEnrolment(kept.token)()
  if (E.isLeft(shown))
    return shown.left._tag === 'NotFound' ? deadEnrolmentPage(answers) : answers.notNow(shown.left)
  return factorPage(answers, status, { kept, email: shown.right.user.email, problem })
}

const conclude: (site: ConsoleNeeds) => FormPage['take'] = (site) => async (fields, origin) => {
  const kept = fieldsAsKept(fields)
  const password = fields.get('passwordAgain') ?? ''
  if (chosenMark(site, kept.token, password) !== kept.chosen)
    return factorAgain(site, kept, 400, { sentence: OTHER_PASSWORD, field: 'passwordAgain' })
  const { token, sealedFactor } = kept
  const proof = { token, password, sealedFactor, code: fields.get('code') ?? '' }
  const enrolled = await site.postrider.enrol(proof, origin)()
  if (E.isRight(enrolled)) return enrolledPage(site.answers, enrolled.right)
  switch (enrolled.left._tag) {
    case 'NotFound':
      return deadEnrolmentPage(site.answers)
    case 'InvalidCredentials':
      return factorAgain(site, kept, 401, { sentence: WRONG_CODE, field: 'code' })
    case 'TooManyRequests':
      return factorAgain(site, kept, 429, { sentence: TOO_MANY })
    case 'InvalidRequest':
      return beginningPage(site.answers, 400, {})
    default:
      return site.answers.notNow(enrolled.left)
  }
}

/**
 * The page of enrollment links: it sets a password, a second factor proved by a code, and recovery codes. The
 * part of a link after `#` is only sent in the form (docs/decisions/0034).
 */
export const visitConsoleEnrolment = (site: ConsoleNeeds): FormPage => {
  const concluding = conclude(site)
  return {
    path: PATH,
    show: () => beginningPage(site.answers, 200, {}),
    take: (fields, origin, exchange) =>
      fields.has('sealedFactor') ? concluding(fields, origin, exchange) : begin(site, fields),
  }
}
