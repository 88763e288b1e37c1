import { CHANNEL_NAMES } from '../../channels/channels.js'
import { platformOperations } from './operations.js'
import { PLATFORM_LIMITS } from '../../limits/domain/limits.js'
import { DEFAULT_RELEASE_POLICIES, judgeRelease } from '../domain/release-policy.js'
import { reading } from '../../runner/use-cases/implementation.js'
import { atCurrentEpoch } from '../../runner/use-cases/at-current-epoch.js'

/** What the service offers. */
export const getPlatformConfig = reading(platformOperations.getPlatformConfig, {
  read: (_call, needs) => {
    const { contractVersion, currencies } = needs.platform
    return atCurrentEpoch(needs, {
      contractVersion,
      channels: CHANNEL_NAMES,
      currencies,
      limits: PLATFORM_LIMITS,
    })
  },
})

/** Whether a release of a client is still supported. */
export const getClientReleasePolicy = reading(platformOperations.getClientReleasePolicy, {
  read: ({ request: { platform, version } }, needs) => {
    const { releasePolicies = DEFAULT_RELEASE_POLICIES } = needs.platform
    const { minimum: minimumVersion, recommended: recommendedVersion } = releasePolicies[platform]
    const judged = judgeRelease(releasePolicies[platform], version)
    return atCurrentEpoch(needs, { ...judged, minimumVersion, recommendedVersion })
  },
})
