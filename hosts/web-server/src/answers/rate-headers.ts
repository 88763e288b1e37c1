import type { RateStatus } from '@postrider/core/limits/use-cases/allowance'

/**
 * Adds a caller's rate limit status as the header fields of the IETF draft: names and values, alternating.
 */
export const addRateHeaders = (fields: string[], status: RateStatus): void => {
  const { policy, quota, windowSeconds, remaining, resetSeconds } = status
  fields.push('RateLimit-Policy', `"${policy}";q=${quota};w=${windowSeconds}`)
  fields.push('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
}
