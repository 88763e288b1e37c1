import { untilNone } from './backlog.js'
import { type ChallengePlan, challengesFor } from './challenges.js'
import { type ServerProcess, startServer } from './server-process.js'
import { openWaitingList } from './waiting-list.js'

/**
 * Challenges of a server whose passcodes a dispatcher sends in the meantime, including those that waited
 * before. When this resolves, the dispatcher is gone and no passcode waits, so the next ones aren't refused.
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
