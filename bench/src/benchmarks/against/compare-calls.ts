import type { NextRequest } from '../load/load.js'
import type { ServerProcess } from '../server-process.js'
import { callLeg } from './call-leg.js'
import type { Leg } from './leg.js'
import type { Plane } from './plane.js'
import { runPairs } from './run-pairs.js'
import { onStage } from './stage.js'

/** Gives the requests of a leg, by its label; what they need is made before the leg is measured. */
export type LegRequests = (label: string) => NextRequest | Promise<NextRequest>

/** The calls that a plane consists of. */
export interface Calls {
  readonly connections: number
  /** Organizations that there are; one where nothing is said. */
  readonly tenants?: number
  /** Messages that each call is about; rate and processor time are told for one of them. */
  readonly messagesEach?: number
  /** How each has to be answered. */
  readonly status: '200' | '202'
  /** Asked once for each side. */
  readonly requests: (server: ServerProcess) => LegRequests | Promise<LegRequests>
}

/** Each tree's server is called in turn, both warm all the while. */
export const compareCalls =
  ({ connections, tenants = 1, messagesEach = 1, status, requests }: Calls): Plane['compare'] =>
  (contest, plan) =>
    onStage(
      contest,
      async (actors) => {
        const sides = {
          here: await requests(actors.here.server),
          there: await requests(actors.there.server),
        }
        return runPairs(plan, async (side, label): Promise<Leg> => {
          const { server } = actors[side]
          const next = await sides[side](label)
          const { databasePid } = contest
          const measured = await callLeg(
            { server, databasePid, connections, measureMs: plan.legMs, next },
            status,
          )
          return {
            ratePerSecond: measured.ratePerSecond * messagesEach,
            nodeMicroseconds: measured.nodeMicroseconds / messagesEach,
            databaseMicroseconds: measured.databaseMicroseconds / messagesEach,
          }
        })
      },
      tenants,
    )
