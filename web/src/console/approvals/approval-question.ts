import type { ResultOf } from '@postrider/core/assembly/registry'
import { moneyText } from '../../format/money.js'
import { shortId, shownText } from '../../format/shown-text.js'
import { pricedWord } from '../../language/channel-words.js'
import { APPROVALS_TEXTS as t } from './approvals-texts.js'
import { priceWords } from '../providers/providers-texts.js'
import { organizationName, personName } from '../state/names.js'

type Approval = ResultOf<'listApprovals'>['approvals'][number]

/** The name of the organization that a proposal is about, or the word for a list price. */
export const approvalOwner = ({ organizationId }: Approval): string =>
  organizationId === null
    ? t.listPrice
    : shownText(organizationName(organizationId) ?? shortId(organizationId))

/** The question of the confirmation dialog, with amount, customer and environment. */
export const approvalQuestion = (approval: Approval): string => {
  const { money, price, secondFactor } = approval
  if (money !== undefined) {
    const { amountMinor, currency, environment } = money
    const ask = amountMinor < 0 ? t.questions.take : t.questions.credit
    return ask(moneyText(Math.abs(amountMinor), currency), approvalOwner(approval), environment)
  }
  if (price !== undefined) {
    const { destinationPrefix, unitAmountMinor, currency } = price
    const what = priceWords(pricedWord(price), destinationPrefix)
    return t.questions.price(what, moneyText(unitAmountMinor, currency), approvalOwner(approval))
  }
  const userId = secondFactor?.userId ?? ''
  return t.questions.factor(personName(userId) ?? shortId(userId))
}
