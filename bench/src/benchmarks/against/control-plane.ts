import { agentRead, CONTROL_READS, controlRead } from '../control-requests.js'
import { signInOwner } from '../sign-in-owner.js'
import { compareCalls } from './compare-calls.js'
import type { Plane } from './plane.js'

/**
 * Operations of a person and an Agent in turn. The person signs in before each leg: an access token doesn't
 * last for all of them, and hashing the password would dominate the measurement.
 */
export const control: Plane = {
  name: 'control',
  unit: 'call',
  atMost: 1.03,
  compare: compareCalls({
    connections: 64,
    status: '200',
    requests: (server) => async (label) => {
      const organizationId = server.tenants[0]?.organizationId ?? ''
      const accessToken = await signInOwner(server)
      const byPerson = CONTROL_READS.map((read) => controlRead(accessToken, read, organizationId))
      return (serial) => {
        const turn = Math.floor(serial / 2) % CONTROL_READS.length
        const [read, request] = [CONTROL_READS[turn], byPerson[turn]]
        if (read === undefined || request === undefined) throw new Error('nothing to read')
        return serial % 2 === 0
          ? request
          : agentRead(server.agentKey, read, organizationId, `pair-${label}-${serial}`)
      }
    },
  }),
}
