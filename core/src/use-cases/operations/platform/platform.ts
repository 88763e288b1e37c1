import { CHANNEL_NAMES } from '../../../domain/channels/channels.js'
import { PLATFORM_LIMITS } from '../../../domain/platform/limits.js'
import {
  DEFAULT_RELEASE_POLICIES,
  judgeRelease,
  type ReleasePolicies,
} from '../../../domain/platform/release-policy.js'
import { pipe, TE } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { Implementations, Reading } from '../running/implementation.js'

/** What the service offers that is decided outside. */
export interface PlatformOffer {
  /** The version of the published contract. */
  readonly contractVersion: string
  /** In which messages have a price. */
  readonly currencies: readonly string[]
}

type Needs = Pick<Ports, 'storage'>

/** An answer that storage has no part in, as of now: whoever is signed out by now does not get it. */
const asOfNow = <A>({ storage }: Needs, result: A) =>
  pipe(
    storage.catalog.epoch(),
    TE.map((epoch) => ({ epoch, value: { organizationId: undefined, result } })),
  )

const getPlatformConfig =
  (needs: Needs, { contractVersion, currencies }: PlatformOffer): Reading<'getPlatformConfig'> =>
  () =>
    asOfNow(needs, { contractVersion, channels: CHANNEL_NAMES, currencies, limits: PLATFORM_LIMITS })

const getClientReleasePolicy =
  (needs: Needs, policies: ReleasePolicies): Reading<'getClientReleasePolicy'> =>
  ({ request: { platform, version } }) => {
    const { minimum: minimumVersion, recommended: recommendedVersion } = policies[platform]
    return asOfNow(needs, {
      ...judgeRelease(policies[platform], version),
      minimumVersion,
      recommendedVersion,
    })
  }

/** What there is to know about the service itself. */
export const platformImplementations = (
  needs: Needs,
  offer: PlatformOffer,
  policies: ReleasePolicies = DEFAULT_RELEASE_POLICIES,
): Pick<Implementations, 'getPlatformConfig' | 'getClientReleasePolicy'> => ({
  getPlatformConfig: getPlatformConfig(needs, offer),
  getClientReleasePolicy: getClientReleasePolicy(needs, policies),
})
