import type { AdministrationStorage } from '@postrider/core/platform/ports/administration-storage'
import type { Engine } from '../../engine/engine.js'
import { auditReadings } from './audit-events.js'
import { organizationReadings } from './organizations.js'
import { peopleReadings } from './people-readings.js'
import { providerReadings } from './provider-readings.js'
import { suppressionReadings } from '../../consent/readings.js'
import { supportQueue } from './support-queue.js'

/** The maximum number of records that a page reads, regardless of matches. */
const MOST_LOOKED_AT = 2_000
/** The maximum number of provider calls that are read. */
const MOST_CALLS = 5_000

/** Storage of the platform as super admins read it; the limits of a call can be set. */
export const administrationStorage = (
  engine: Engine,
  mostLookedAt = MOST_LOOKED_AT,
  mostCalls = MOST_CALLS,
): AdministrationStorage => ({
  ...organizationReadings(engine, mostLookedAt),
  ...auditReadings(engine, mostLookedAt),
  ...providerReadings(engine, mostCalls),
  ...peopleReadings(engine),
  ...supportQueue(engine),
  ...suppressionReadings(engine),
})
