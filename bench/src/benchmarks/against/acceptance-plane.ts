import { drySends, freshSends } from '../requests.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

const singleSends = (name: string, connections: number, organizations = 1): Plane => ({
  name,
  unit: 'message',
  atMost: 1.03,
  compare: compareCalls({
    connections,
    tenants: organizations,
    status: '202',
    requests:
      ({ tenants }) =>
      (label) =>
        freshSends(tenants, `pair-${label}`),
  }),
})

/** Single sends. */
export const acceptance = singleSends('acceptance', 64)

/** The same from four times as many connections, whose sends reach the database in larger groups. */
export const crowd = singleSends('crowd', 256)

/** Single sends of a hundred organizations in turn. */
export const organizations = singleSends('organizations', 64, 100)

/** Dry runs of single sends. */
export const dryRun: Plane = {
  name: 'dry-run',
  unit: 'call',
  atMost: 1.03,
  compare: compareCalls({
    connections: 64,
    status: '200',
    requests:
      ({ tenants }) =>
      (label) =>
        drySends(tenants, `pair-${label}`),
  }),
}
