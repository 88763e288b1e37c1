import type { RateStatus } from '@postrider/core/limits/use-cases/allowance'

/** Adds a caller's status under a limit, as the IETF draft's header fields say it, names and values in turn. */
export const addRateHeaders = (fields: string[], status: RateStatus): void => {
  const { policy, quota, windowSeconds, remaining, resetSeconds } = status
  fields.push('RateLimit-Policy', `"${policy}";q=${quota};w=${windowSeconds}`)
  fields.push('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
}
