import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import { callValues } from '../../forms/value-words.js'
import type { WrittenValues } from '../../forms/form-values.js'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { decimalsOf } from '../../format/money.js'
import { BUDGETS_TEXTS as t } from './budgets-texts.js'
import { appWord, ownApps } from '../state/own-apps.js'

export type ListedBudget = ResultOf<'listOrganizationBudgets'>['budgets'][number]

callValues({
  appId: appWord,
  action: (action) => (action === 'block' ? t.actions.block : t.actions.alert),
})

const HINTS: Readonly<Record<string, string>> = t.hints

/** Adds this screen's hint to a field. */
const hinted = (field: FormField): FormField => {
  const description = HINTS[field.name]
  return description === undefined ? field : { ...field, description }
}

/** Makes the app of a scope selectable by name, from the apps of the environment. */
const withApps = (field: FormField, environment: string): FormField => {
  const own = ownApps.value.filter((app) => app.environment === environment).map(({ appId }) => appId)
  if (field.name !== 'appId') return field
  const { kind: _, ...rest } = field
  return { ...rest, kind: 'choice', values: own }
}

/** The fields of a budget for an environment. */
export const refineBudget = (fields: readonly FormField[], environment: string): readonly FormField[] =>
  fields.map((field) =>
    field.name === 'scope'
      ? { ...field, fields: (field.fields ?? []).map((one) => hinted(withApps(one, environment))) }
      : hinted(field),
  )

/** A number of minor units as a field value. */
const writtenAmount = (minor: number, currency: string): string => {
  const digits = decimalsOf(currency)
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** The field values of an existing budget. */
export const writtenBudget = (budget: ListedBudget): WrittenValues => ({
  scope: { appId: budget.scope.appId, channel: budget.scope.channel },
  period: budget.period,
  limitMinor: writtenAmount(budget.limitMinor, budget.currency),
  action: budget.action,
  alertPercents: budget.alertPercents.join('\n'),
})
