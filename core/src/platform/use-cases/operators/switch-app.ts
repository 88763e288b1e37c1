import type { AppId } from '../../../kernel/ids/id.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { App } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { CommandResult } from '../../../audit/use-cases/execute-command.js'
import { withStatus } from '../../../audit/use-cases/with-status.js'

/**
 * Gives an app another status, in an exclusive unit: the sends of one that is disabled are refused, and what no provider
 * has taken yet is cancelled (docs/contract#kill-switches). What its own Organization has done to it stays. NotFound for an
 * unknown one, Conflict for one that has it.
 */
export const switchApp = async (
  unit: UnitOfWork,
  appId: AppId,
  status: App['status'],
): Promise<E.Either<Refusal, CommandResult<App>>> => {
  const switched = withStatus(await unit.apps.lock(appId), status)
  if (E.isLeft(switched)) return switched
  const app: App = { ...switched.right, version: switched.right.version + 1 }
  unit.apps.replace(app)
  const { organizationId } = app
  return E.right({ about: { target: appId, organizationId, details: { status } }, result: app })
}
