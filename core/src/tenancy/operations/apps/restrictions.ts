import type * as t from 'io-ts'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import type { AppRestrictions } from '../../domain/records.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { WellShaped } from '../../../kernel/codecs/well-shaped.js'
import type { restrictionsRequest } from './shapes.js'

/** The restrictions of an app, as requests have them. */
type Restrictions = t.TypeOf<typeof restrictionsRequest>

const noRange = (at: number) =>
  bodyProblem(`/restrictions/allowedIps/${at}`, 'format', 'Must be an IP address or a CIDR range.')

/** What is no range of addresses. Empty when nothing is. */
export const rangeProblems = (
  ipAddresses: IpAddresses,
  restrictions: WellShaped<Restrictions> | undefined,
): readonly FieldProblem[] =>
  (restrictions?.allowedIps ?? []).flatMap((range, at) =>
    range === undefined || ipAddresses.normaliseRange(range) !== undefined ? [] : [noRange(at)],
  )

/** The restrictions in canonical form, each entry once; null is none, like what is left out. */
export const readRestrictions = (
  ipAddresses: IpAddresses,
  { allowedIps, allowedCountries, allowedChannels }: Restrictions,
): AppRestrictions => {
  const ranges = allowedIps?.map((range) => ipAddresses.normaliseRange(range) ?? range)
  return {
    ...(ranges && { allowedIps: [...new Set(ranges)] }),
    ...(allowedCountries && { allowedCountries: [...new Set(allowedCountries)] }),
    ...(allowedChannels && { allowedChannels: [...new Set(allowedChannels)] }),
  }
}
