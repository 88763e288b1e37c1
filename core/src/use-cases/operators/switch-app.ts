import type { AppId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import type { App } from '../../domain/tenancy/records.js'
import { E, type TE } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import type { CarriedOut } from './carry-out.js'
import type { Order } from './order.js'
import { type SwitchNeeds, throwSwitch, withStatus } from './throw-switch.js'

/** An order about a Registered App. */
export interface AppOrder extends Order {
  readonly appId: AppId
}

/** Gives an app another status, in an exclusive unit. NotFound for an unknown one, Conflict for one that has it. */
export const switchApp = async (
  unit: UnitOfWork,
  appId: AppId,
  status: App['status'],
): Promise<E.Either<Refusal, CarriedOut<App>>> => {
  const app = withStatus(await unit.apps.lock(appId), status)
  if (E.isLeft(app)) return app
  unit.apps.replace(app.right)
  const { organizationId } = app.right
  return E.right({ about: { target: appId, organizationId, details: { status } }, result: app.right })
}

const setStatus =
  (action: string, status: App['status']) =>
  (needs: SwitchNeeds) =>
  ({ appId, ...order }: AppOrder): TE.TaskEither<Refusal | Outage, App> =>
    throwSwitch(needs)(order, {
      action,
      concerned: { _tag: 'OfApp', appId },
      work: (unit) => switchApp(unit, appId, status),
    })

/**
 * Disables an app: its sends are refused, and what no provider has taken yet is cancelled (decisions 3). NotFound for
 * an unknown one, Conflict for one that is disabled.
 */
export const stopApp = setStatus('app.stop', 'disabled')

/** Lets a disabled app send again; what was cancelled stays so. NotFound, Conflict as above. */
export const resumeApp = setStatus('app.resume', 'active')
