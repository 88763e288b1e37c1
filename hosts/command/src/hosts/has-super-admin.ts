import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'

/** Whether there is any super admin, including disabled ones: such an installation isn't set up again. */
export const hasSuperAdmin = ({ ports }: Pick<Composition, 'ports'>): TE.TaskEither<Outage, boolean> =>
  ports.storage.units.transact<never, boolean>('shared', async (unit) =>
    E.right(!(await unit.superAdmins.isNone())),
  )
