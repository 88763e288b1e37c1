import type { BenchTenant } from './requests.js'
import { otps } from './requests.js'
import { load } from './load/load.js'

const CONNECTIONS = 64
const ROUND_MS = 1000

/** Passcodes are valid for five minutes, so those of one fill must be used within that time. */
const LONGEST_FILL_MS = 60_000

/** The number of passcodes, and their tenant. */
export interface ChallengePlan {
  readonly port: number
  readonly tenants: readonly BenchTenant[]
  readonly wanted: number
  readonly label: string
  /** Separates the numbers of different fills. */
  readonly offset: number
}

/**
 * Creates passcodes until the number of challenges is reached, the server refuses more, or the time limit is
 * reached. A slow machine gets fewer, for a shorter leg. A dispatcher must send them in the meantime, because
 * the service refuses more while the oldest waits too long (docs/promises#broker-outages).
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
