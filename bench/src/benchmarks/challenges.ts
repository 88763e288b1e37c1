import type { BenchTenant } from './requests.js'
import { otps } from './requests.js'
import { load } from './load/load.js'

const CONNECTIONS = 64
const ROUND_MS = 1000

/** The newest passcodes are good for five minutes: what a fill has made has to be used up within. */
const LONGEST_FILL_MS = 60_000

/** How many passcodes are wanted, and of whom. */
export interface ChallengePlan {
  readonly port: number
  readonly tenants: readonly BenchTenant[]
  readonly wanted: number
  readonly label: string
  /** Keeps the numbers of different fills apart. */
  readonly offset: number
}

/**
 * Has passcodes accepted until there are as many challenges as are wanted, or the server takes no more, or it has taken long
 * enough: a slow machine gets fewer, which last for a shorter leg. Somebody has to send them meanwhile: while the oldest waits
 * for too long, the service rightly refuses more (docs/promises#broker-outages).
 */
export const challengesFor = async (plan: ChallengePlan): Promise<readonly string[]> => {
  const { port, tenants, wanted, label, offset } = plan
  const ids: string[] = []
  const onAnswer = (body: string): void => {
    const id = /"(otp_[0-9a-z]{26})"/.exec(body)?.[1]
    if (id !== undefined) ids.push(id)
  }
  const end = performance.now() + LONGEST_FILL_MS
  for (let from = 0, before = -1; ids.length < wanted && ids.length > before && performance.now() < end;) {
    before = ids.length
    const next = otps(tenants, label, offset)
    const round = { port, connections: CONNECTIONS, warmUpMs: 0, measureMs: ROUND_MS, next, onAnswer }
    const { asked } = await load({ ...round, from, most: wanted - ids.length })
    from += asked
  }
  if (ids.length === 0) throw new Error('no passcode is accepted')
  return ids
}
