import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { DrawnFactor } from '@postrider/core/identity/use-cases/people/drawn-factor'
import type { SecondFactorStatus } from '@postrider/core/identity/use-cases/people/own-second-factor'
import type { FormPage } from '@postrider/web-server/sites/forms/form-endpoint'
import { signInAddress } from '@postrider/web-server/sites/sessions/sign-in-address'
import { type Answer, redirectTo } from '@postrider/web-server/answers/answer'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import type { FormFields } from '@postrider/web-server/receiving/receive-form'
import type { WebsiteNeeds } from '../website-needs.js'
import {
  codesPage,
  FACTOR,
  FACTOR_CODES,
  FACTOR_REMOVE,
  type RefusedFactorForm,
  removedPage,
  removePage,
  renewPage,
  secondFactorPage,
  turnOnPage,
} from './factor-pages.js'

const WRONG = 'Wrong password or code. Each code works once, for about a minute.'
const WRONG_CODE = 'Wrong code. Each code works once, for about a minute.'
const TOO_MANY = 'Too many attempts. Wait a while, then try again.'

/** The form again with an error for the input; undefined for errors that a form can't show. */
const refusedForm = ({ _tag }: Refusal | Outage, wrong: string): RefusedFactorForm | undefined => {
  if (_tag === 'InvalidCredentials') return { status: 401, problem: { sentence: wrong, field: 'code' } }
  return _tag === 'TooManyRequests'
    ? { status: 429, problem: { sentence: TOO_MANY, field: 'code' } }
    : undefined
}

/** The response if no form can be shown: the session has ended, or the second factor has changed. */
const elsewhere = ({ answers }: WebsiteNeeds, path: string, left: Refusal | Outage): Answer => {
  if (left._tag === 'Unauthenticated') return redirectTo(signInAddress(path))
  if (left._tag === 'Conflict' || left._tag === 'InvalidRequest') return redirectTo(FACTOR)
  return answers.notNow(left)
}

const tokenOf = ({ cookie }: WebsiteNeeds, { headers }: Exchange): string | undefined =>
  cookie().read(headers)

const of = (fields: FormFields, name: string): string => fields.get(name) ?? ''

/** Shows a page about the second factor of the signed-in person. */
const withStatus = async (
  needs: WebsiteNeeds,
  exchange: Exchange,
  path: string,
  show: (status: SecondFactorStatus) => Answer | Promise<Answer>,
): Promise<Answer> => {
  const status = await needs.postrider.ownSecondFactor.show(tokenOf(needs, exchange))()
  return E.isLeft(status) ? elsewhere(needs, path, status.left) : show(status.right)
}

/** The values that the form sends back unchanged. */
const drawnIn = (fields: FormFields): DrawnFactor => ({
  totpSecret: of(fields, 'totpSecret'),
  totpUri: of(fields, 'totpUri'),
  sealedFactor: of(fields, 'sealedFactor'),
})

/** Turns the second factor on, or shows its status. */
const turnOnForm = (needs: WebsiteNeeds): FormPage => {
  const { ownSecondFactor } = needs.postrider
  return {
    path: FACTOR,
    show: (exchange) =>
      withStatus(needs, exchange, FACTOR, async (status) => {
        if (status.factor !== undefined) return secondFactorPage(needs.answers, status.factor)
        const drawn = await ownSecondFactor.begin(tokenOf(needs, exchange))()
        return E.isLeft(drawn)
          ? elsewhere(needs, FACTOR, drawn.left)
          : turnOnPage(needs.answers, status, drawn.right)
      }),
    take: async (fields, from, exchange) => {
      const drawn = drawnIn(fields)
      const { sealedFactor } = drawn
      const proof = { sealedFactor, password: of(fields, 'password'), code: of(fields, 'code') }
      const codes = await ownSecondFactor.turnOn(tokenOf(needs, exchange), proof, from)()
      if (E.isRight(codes)) return codesPage(needs.answers, 'Second factor turned on', codes.right)
      const refused = refusedForm(codes.left, WRONG)
      return refused === undefined
        ? elsewhere(needs, FACTOR, codes.left)
        : withStatus(needs, exchange, FACTOR, (status) => turnOnPage(needs.answers, status, drawn, refused))
    },
  }
}

/** Shows a page only to people with a second factor of their own; others see its status. */
const ifOwn = (
  needs: WebsiteNeeds,
  path: string,
  page: (requiredBy: readonly string[]) => Answer,
): FormPage['show'] => {
  return (exchange) =>
    withStatus(needs, exchange, path, ({ factor, requiredBy }) =>
      factor === undefined || factor.isOfSuperAdmin ? redirectTo(FACTOR) : page(requiredBy),
    )
}

const renewForm = (needs: WebsiteNeeds): FormPage => ({
  path: FACTOR_CODES,
  show: ifOwn(needs, FACTOR_CODES, () => renewPage(needs.answers)),
  take: async (fields, from, exchange) => {
    const token = tokenOf(needs, exchange)
    const codes = await needs.postrider.ownSecondFactor.renewCodes(token, of(fields, 'code'), from)()
    if (E.isRight(codes)) return codesPage(needs.answers, 'Your new recovery codes', codes.right)
    const refused = refusedForm(codes.left, WRONG_CODE)
    return refused === undefined
      ? elsewhere(needs, FACTOR_CODES, codes.left)
      : renewPage(needs.answers, refused)
  },
})

const removeForm = (needs: WebsiteNeeds): FormPage => ({
  path: FACTOR_REMOVE,
  show: ifOwn(needs, FACTOR_REMOVE, (requiredBy) => removePage(needs.answers, requiredBy)),
  take: async (fields, from, exchange) => {
    const proof = { password: of(fields, 'password'), code: of(fields, 'code') }
    const removed = await needs.postrider.ownSecondFactor.turnOff(tokenOf(needs, exchange), proof, from)()
    if (E.isRight(removed)) return removedPage(needs.answers)
    const refused = refusedForm(removed.left, WRONG)
    return refused === undefined
      ? elsewhere(needs, FACTOR_REMOVE, removed.left)
      : withStatus(needs, exchange, FACTOR_REMOVE, ({ requiredBy }) =>
          removePage(needs.answers, requiredBy, refused),
        )
  },
})

/**
 * The pages where people turn their second factor on and off, and get recovery codes; they need no script.
 */
export const secondFactorPages = (needs: WebsiteNeeds): readonly FormPage[] => [
  turnOnForm(needs),
  renewForm(needs),
  removeForm(needs),
]
