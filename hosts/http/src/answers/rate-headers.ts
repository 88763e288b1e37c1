import type { RateStanding } from '@postrider/core/use-cases/limits/allowance'

/** How a caller stands with a limit, as the IETF draft's header fields say it, names and values in turn. */
export const rateHeaders = ({ policy, ...standing }: RateStanding): readonly string[] => [
  'RateLimit-Policy',
  `"${policy}";q=${standing.quota};w=${standing.windowSeconds}`,
  'RateLimit',
  `"${policy}";r=${standing.remaining};t=${standing.resetSeconds}`,
]
