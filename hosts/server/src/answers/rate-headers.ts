import type { RateStatus } from '@postrider/core/use-cases/limits/allowance'

/** A caller's status under a limit, as the IETF draft's header fields say it, names and values in turn. */
export const rateHeaders = ({ policy, ...status }: RateStatus): readonly string[] => [
  'RateLimit-Policy',
  `"${policy}";q=${status.quota};w=${status.windowSeconds}`,
  'RateLimit',
  `"${policy}";r=${status.remaining};t=${status.resetSeconds}`,
]
