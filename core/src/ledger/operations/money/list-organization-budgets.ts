import { budgetView } from './views.js'
import { E } from '../../../fp.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { listBudgets } from '../../use-cases/budgets/list-budgets.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { budgetShape } from './shapes.js'

/** Lists the budgets of one of an Organization's environments, each with its use in the current period. */
export const listOrganizationBudgetsEntry = entryOf('Money', 'listOrganizationBudgets', {
  ...MONEY,
  summary: "List an Organization's budgets and their use",
  description: 'Lists the budgets of one environment, with the amount used in the current period.',
  success: 'The budgets with the amounts used.',
  live: runAgain('budget'),
  request: readRequest({ organizationId: organizationIdField }, { environment: environmentMeant }),
  result: readResult(
    {
      budgets: list(budgetShape, { description: 'The budgets of the environment.' }),
      environment: environmentField,
    },
    {},
  ),
})

export const listOrganizationBudgets = reading(listOrganizationBudgetsEntry, {
  read: async (call, needs) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const environment = await environmentToRead(needs, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    const listed = await listBudgets(needs)(organizationId, environment.right, call.nowMs)()
    if (E.isLeft(listed)) return listed
    const { epoch, value } = listed.right
    const result = { budgets: value.map(budgetView), environment: environment.right }
    return shown(epoch, result)
  },
})
