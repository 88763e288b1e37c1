import { freshSends } from '../requests.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

const singleSends = (name: string, connections: number): Plane => ({
  name,
  unit: 'message',
  atMost: 1.03,
  compare: compareCalls({
    connections,
    status: '202',
    requests:
      ({ tenants }) =>
      (label) =>
        freshSends(tenants, `pair-${label}`),
  }),
})

/** Single sends. */
export const acceptance = singleSends('acceptance', 64)

/** The same from four times as many connections, whose sends come to the database in larger groups. */
export const crowd = singleSends('crowd', 256)
