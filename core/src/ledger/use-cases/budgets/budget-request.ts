import type { Actor } from '../../../audit/domain/audit-event.js'
import type { Budget, BudgetPeriod, BudgetScope } from '../../domain/budgets/budget.js'
import type { BudgetId, OrganizationId } from '../../../kernel/ids/id.js'
import { isAmount } from '../../../kernel/money/money.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import type { Environment } from '../../../tenancy/domain/records.js'

/** A request to save a budget (docs/api/money#budgets). */
export interface BudgetRequest {
  readonly actor: Actor
  readonly organizationId: OrganizationId
  /** Can be omitted if all the Organization's Projects have the same environment. */
  readonly environment?: Environment | undefined
  /** Absent for a new budget. */
  readonly budgetId?: BudgetId | undefined
  /** The version to change, required with `budgetId`. A caller that saw another version gets a Conflict. */
  readonly version?: number | undefined
  readonly scope: BudgetScope
  readonly period: BudgetPeriod
  readonly currency: string
  /** Minor units; a blocking budget of 0 allows only free messages. */
  readonly limitMinor: number
  readonly action: Budget['action']
  /** 1 to 100, ascending, at most 10; 50, 80 and 100 if absent. */
  readonly alertPercents?: readonly number[] | undefined
}

const CURRENCY = /^[A-Z]{3}$/
const MOST_PERCENTS = 10

/** The alert percentages of a budget that names none (docs/api/money#budgets). */
export const DEFAULT_ALERT_PERCENTS: readonly number[] = [50, 80, 100]

const problem = (field: string, code: FieldProblem['code'], message: string): FieldProblem => ({
  location: 'body',
  field,
  code,
  message,
})

/** The valid fields of a budget request that can be checked without storage. */
export interface PartialBudgetRequest {
  readonly budgetId?: string | undefined
  readonly version?: number | undefined
  readonly currency?: string | undefined
  readonly limitMinor?: number | undefined
  readonly alertPercents?: ReadonlyArray<number | undefined> | undefined
}

const checkVersion = ({ budgetId, version }: PartialBudgetRequest): readonly FieldProblem[] => {
  if (budgetId === undefined && version !== undefined)
    return [problem('/version', 'not_allowed', 'A new budget cannot have a version.')]
  return budgetId !== undefined && version === undefined
    ? [problem('/version', 'required', 'The version that you change is required.')]
    : []
}

const isPercent = (percent: number): boolean => Number.isInteger(percent) && percent >= 1 && percent <= 100

const checkPercents = (
  percents: ReadonlyArray<number | undefined> = DEFAULT_ALERT_PERCENTS,
): readonly FieldProblem[] => {
  if (percents.length > MOST_PERCENTS)
    return [problem('/alertPercents', 'too_many', `The value must have at most ${MOST_PERCENTS} entries.`)]
  const broken = percents.flatMap((percent, at) =>
    percent === undefined || isPercent(percent)
      ? []
      : [problem(`/alertPercents/${at}`, 'not_allowed', 'The value must be a whole number from 1 to 100.')],
  )
  if (broken.length > 0) return broken
  const known = percents.filter((percent) => percent !== undefined)
  const isAscending = known.every((percent, at) => at === 0 || percent > (known[at - 1] ?? 0))
  return isAscending
    ? []
    : [problem('/alertPercents', 'format', 'The values must be in ascending order, without duplicates.')]
}

/** The problems of a request that can be found without storage. Empty if there are none. */
export const checkBudgetRequest = (request: PartialBudgetRequest): readonly FieldProblem[] => [
  ...checkVersion(request),
  ...(request.currency === undefined || CURRENCY.test(request.currency)
    ? []
    : [problem('/currency', 'format', 'The currency must be three capital letters.')]),
  ...(request.limitMinor === undefined || isAmount(request.limitMinor)
    ? []
    : [
        problem(
          '/limitMinor',
          'not_allowed',
          'The limit must be a whole number of minor units, not negative.',
        ),
      ]),
  ...checkPercents(request.alertPercents),
]

/** The budget for a request. */
export const budgetOf = (
  request: BudgetRequest,
  environment: Environment,
  budgetId: BudgetId,
  version: number,
): Budget => {
  const { organizationId, scope, period, currency, limitMinor, action } = request
  const alertPercents = request.alertPercents ?? DEFAULT_ALERT_PERCENTS
  const terms = { scope, period, currency, limitMinor, action, alertPercents }
  return { budgetId, organizationId, environment, ...terms, version }
}

/** A change must keep the budget's environment, because its use is counted there. */
export const otherEnvironment: FieldProblem = problem(
  '/environment',
  'mismatch',
  'The environment of a budget cannot be changed.',
)

/** A budget of an app must have the app's environment, because nothing of it is charged in the other one. */
export const appOfOther: FieldProblem = problem(
  '/scope/appId',
  'mismatch',
  'The app belongs to another environment.',
)

/** A change must keep the budget's currency, because its use is counted in it. */
export const otherCurrency: FieldProblem = problem(
  '/currency',
  'mismatch',
  'The currency of a budget cannot be changed.',
)
