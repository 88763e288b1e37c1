import type { NextRequest } from '../load/load.js'
import type { ServerProcess } from '../server-process.js'
import { callLeg } from './call-leg.js'
import type { Leg } from './leg.js'
import type { Plane } from './plane.js'
import { runPairs } from './run-pairs.js'
import { onStage } from './stage.js'

/** The requests of a leg, by its label. Their prerequisites are created before the leg is measured. */
export type LegRequests = (label: string) => NextRequest | Promise<NextRequest>

/** The calls of a plane. */
export interface Calls {
  readonly connections: number
  /** The number of organizations; default 1. */
  readonly tenants?: number
  /** Messages per call; rate and processor time are reported per message. */
  readonly messagesEach?: number
  /** The expected status of each call. */
  readonly status: '200' | '202'
  /** Called once for each side. */
  readonly requests: (server: ServerProcess) => LegRequests | Promise<LegRequests>
}

/** Calls each tree's server in turn; both stay warm. */
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
