import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'

/** Whether there is any super admin, also a disabled one: such an installation is not set up anew. */
export const hasSuperAdmin = ({ ports }: Pick<Composition, 'ports'>): TE.TaskEither<Outage, boolean> =>
  ports.storage.units.transact<never, boolean>('shared', async (unit) =>
    E.right(!(await unit.superAdmins.isNone())),
  )
