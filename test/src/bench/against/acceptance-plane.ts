import { freshSends } from '../requests.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

/** Single sends. */
export const acceptance: Plane = {
  name: 'acceptance',
  unit: 'message',
  atMost: 1.03,
  compare: compareCalls({
    connections: 64,
    status: '202',
    requests:
      ({ tenants }) =>
      (label) =>
        freshSends(tenants, `pair-${label}`),
  }),
}
