import type { AppId } from '../../../kernel/ids/id.js'
import { appEvent } from '../../../feed/domain/app-event.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { App } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { CommandResult } from '../../../audit/use-cases/execute-command.js'
import { withStatus } from '../../../audit/use-cases/with-status.js'

/**
 * Changes an app's status, in an exclusive unit: sends of a disabled app are refused, and messages that no
 * provider has taken yet are cancelled (docs/api/admin#emergency-stops). Its own Organization's setting is
 * unchanged. NotFound for an unknown app, Conflict if it already has the status.
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
  unit.events.leave(appEvent(status === 'active' ? 'app.resumed' : 'app.paused', app, 'operator'))
  const { organizationId } = app
  return E.right({ about: { target: appId, organizationId, details: { status } }, result: app })
}
