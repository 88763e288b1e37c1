import { cpuMicroseconds } from '../machine/process-cost.js'
import { median } from '../quantile.js'

/** Microseconds of processor time: of this process, and of a separate database process. */
export interface FeedCost {
  readonly client: number
  readonly server: number
}

/** Does the work and returns the cost of each of its parts. */
export type Spender = (parts: number, work: () => Promise<void>) => Promise<FeedCost>

/** Measures this process and a database server; undefined if the database is part of this process. */
export const spender =
  (databasePid: number | undefined): Spender =>
  async (parts, work) => {
    const ofServer = (): number => (databasePid === undefined ? 0 : cpuMicroseconds(databasePid))
    const [before, serverBefore] = [process.cpuUsage(), ofServer()]
    await work()
    const { user, system } = process.cpuUsage(before)
    return { client: (user + system) / parts, server: (ofServer() - serverBefore) / parts }
  }

/** The median of each value. */
export const medianCost = (costs: readonly FeedCost[]): FeedCost => ({
  client: median(costs.map(({ client }) => client)),
  server: median(costs.map(({ server }) => server)),
})
