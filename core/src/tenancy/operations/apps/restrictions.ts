import type * as t from 'io-ts'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import type { AppRestrictions } from '../../domain/records.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { WellShaped } from '../../../kernel/codecs/well-shaped.js'
import type { restrictionsRequest } from './shapes.js'

/** The restrictions of an app, in the form of requests. */
type Restrictions = t.TypeOf<typeof restrictionsRequest>

const noRange = (at: number) =>
  bodyProblem(`/restrictions/allowedIps/${at}`, 'format', 'The value must be an IP address or a CIDR range.')

/** The entries that aren't address ranges. Empty if there are none. */
export const rangeProblems = (
  ipAddresses: IpAddresses,
  restrictions: WellShaped<Restrictions> | undefined,
): readonly FieldProblem[] =>
  (restrictions?.allowedIps ?? []).flatMap((range, at) =>
    range === undefined || ipAddresses.normalizeRange(range) !== undefined ? [] : [noRange(at)],
  )

/**
 * The restrictions in canonical form, without duplicates; null means no restriction, like an omitted field.
 */
export const readRestrictions = (
  ipAddresses: IpAddresses,
  { allowedIps, allowedCountries, allowedChannels, consentRequired }: Restrictions,
): AppRestrictions => {
  const ranges = allowedIps?.map((range) => ipAddresses.normalizeRange(range) ?? range)
  return {
    ...(ranges && { allowedIps: [...new Set(ranges)] }),
    ...(allowedCountries && { allowedCountries: [...new Set(allowedCountries)] }),
    ...(allowedChannels && { allowedChannels: [...new Set(allowedChannels)] }),
    ...(consentRequired === true && { consentRequired }),
  }
}
