import { batches } from '../requests.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

/** As many as a batch may have. */
const BATCH = 50

/** Batches of sends. */
export const batch: Plane = {
  name: 'batch',
  unit: 'message',
  atMost: 1.03,
  compare: compareCalls({
    connections: 16,
    messagesEach: BATCH,
    status: '202',
    requests:
      ({ tenants }) =>
      (label) =>
        batches(tenants, `pair-${label}`, BATCH),
  }),
}
