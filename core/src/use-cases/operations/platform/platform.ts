import { CHANNEL_NAMES } from '../../../domain/channels/channels.js'
import { platformOperations } from '../../../domain/operations/platform/operations.js'
import { PLATFORM_LIMITS } from '../../../domain/platform/limits.js'
import { DEFAULT_RELEASE_POLICIES, judgeRelease } from '../../../domain/platform/release-policy.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { reading, shown } from '../running/implementation.js'

/** An answer that storage has no part in, as of now: a caller who was signed out meanwhile does not get it. */
const asOfNow = async <A>({ storage }: Pick<Ports, 'storage'>, result: A) => {
  const epoch = await storage.catalog.epoch()()
  return E.isLeft(epoch) ? epoch : shown(epoch.right, result)
}

/** What the service offers. */
export const getPlatformConfig = reading(platformOperations.getPlatformConfig, {
  read: (_call, needs) => {
    const { contractVersion, currencies } = needs.platform
    return asOfNow(needs, { contractVersion, channels: CHANNEL_NAMES, currencies, limits: PLATFORM_LIMITS })
  },
})

/** Whether a release of a client is still supported. */
export const getClientReleasePolicy = reading(platformOperations.getClientReleasePolicy, {
  read: ({ request: { platform, version } }, needs) => {
    const { releasePolicies = DEFAULT_RELEASE_POLICIES } = needs.platform
    const { minimum: minimumVersion, recommended: recommendedVersion } = releasePolicies[platform]
    const judged = judgeRelease(releasePolicies[platform], version)
    return asOfNow(needs, { ...judged, minimumVersion, recommendedVersion })
  },
})
