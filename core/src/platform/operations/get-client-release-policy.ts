import { DEFAULT_RELEASE_POLICIES, judgeRelease } from '../domain/release-policy.js'
import { reading } from '../../runner/use-cases/implementation.js'
import { atCurrentEpoch } from '../../runner/use-cases/at-current-epoch.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PLATFORM, RELEASE_PATTERN, releaseField } from './entry-parts.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { PLATFORMS } from '../../runner/domain/fields/tenancy.js'
import { text } from '../../kernel/codecs/text.js'

export const getClientReleasePolicyEntry = entryOf('Platform', 'getClientReleasePolicy', {
  ...PLATFORM,
  summary: 'Check whether a client release is still supported',
  description: 'Clients call it at start to find out whether they have to be updated.',
  success: 'The support status of the release.',
  noScreen: 'It is for installed programs.',
  request: readRequest(
    {
      platform: literalUnion(PLATFORMS, { description: 'Platform that the client runs on.' }),
      version: text({
        maxLength: 32,
        pattern: RELEASE_PATTERN,
        description: 'Release of the client.',
        example: '2.4.1',
      }),
    },
    {},
  ),
  result: readResult(
    {
      status: literalUnion(['supported', 'deprecated', 'blocked'], {
        description:
          '`supported`: works. `deprecated`: works, but should be updated. `blocked`: has to be updated.',
      }),
      minimumVersion: releaseField("Oldest release that isn't blocked.", '2.0.0'),
      recommendedVersion: releaseField("Oldest release that isn't deprecated.", '2.4.0'),
      message: text({ description: 'Explanation for people.', example: 'This release is supported.' }),
    },
    {},
  ),
})

export const getClientReleasePolicy = reading(getClientReleasePolicyEntry, {
  read: ({ request: { platform, version } }, needs) => {
    const { releasePolicies = DEFAULT_RELEASE_POLICIES } = needs.platform
    const { minimum: minimumVersion, recommended: recommendedVersion } = releasePolicies[platform]
    const judged = judgeRelease(releasePolicies[platform], version)
    return atCurrentEpoch(needs, { ...judged, minimumVersion, recommendedVersion })
  },
})
