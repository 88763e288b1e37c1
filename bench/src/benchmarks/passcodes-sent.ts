import { untilNone } from './backlog.js'
import { type ChallengePlan, challengesFor } from './challenges.js'
import { type ServerProcess, startServer } from './server-process.js'
import { openWaitingList } from './waiting-list.js'

/**
 * Challenges of a server whose passcodes a dispatcher sends meanwhile, those that waited before among them. It is gone, and no
 * passcode waits, when this resolves: the next ones are not refused for the sake of an old one.
 */
export const sentChallenges = async (
  { variant, port, tenants }: ServerProcess,
  plan: Pick<ChallengePlan, 'wanted' | 'label' | 'offset'>,
): Promise<readonly string[]> => {
  const dispatcher = await startServer({ ...variant, role: 'dispatcher', tenants: 0, stored: 0 })
  const list = await openWaitingList(variant.storageUrl)
  try {
    const challenges = await challengesFor({ port, tenants, ...plan })
    await untilNone(() => list.count('otp'))
    return challenges
  } finally {
    await list.close()
    await dispatcher.stop()
  }
}
