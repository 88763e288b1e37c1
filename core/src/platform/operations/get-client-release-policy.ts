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
  summary: 'Ask whether a release of a client is still supported',
  request: readRequest(
    {
      platform: literalUnion(PLATFORMS, { description: 'What the client runs on.' }),
      version: text({
        maxLength: 32,
        pattern: RELEASE_PATTERN,
        description: 'Its release.',
        example: '2.4.1',
      }),
    },
    {},
  ),
  result: readResult(
    {
      status: literalUnion(['supported', 'deprecated', 'blocked']),
      minimumVersion: releaseField('Releases before it are blocked.', '2.0.0'),
      recommendedVersion: releaseField('Releases before it are deprecated.', '2.4.0'),
      message: text({ description: 'For a person to read.', example: 'This release is supported.' }),
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
