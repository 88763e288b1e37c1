import type { appOperations } from './operations.js'
import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import type { AppRestrictions } from '../../domain/records.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { CallOf, PartsOf } from '../../../runner/use-cases/implementation.js'

type Restricting = typeof appOperations.registerApp

const noRange = (at: number) =>
  bodyProblem(`/restrictions/allowedIps/${at}`, 'format', 'Must be an IP address or a CIDR range.')

/** What is no range of addresses. Empty when nothing is. */
export const rangeProblems = (
  ipAddresses: IpAddresses,
  restrictions: PartsOf<Restricting>['restrictions'],
): readonly FieldProblem[] =>
  (restrictions?.allowedIps ?? []).flatMap((range, at) =>
    range === undefined || ipAddresses.normaliseRange(range) !== undefined ? [] : [noRange(at)],
  )

/** The restrictions in canonical form, each entry once; null is none, like what is left out. */
export const readRestrictions = (
  ipAddresses: IpAddresses,
  { allowedIps, allowedCountries, allowedChannels }: CallOf<Restricting>['request']['restrictions'],
): AppRestrictions => {
  const ranges = allowedIps?.map((range) => ipAddresses.normaliseRange(range) ?? range)
  return {
    ...(ranges && { allowedIps: [...new Set(ranges)] }),
    ...(allowedCountries && { allowedCountries: [...new Set(allowedCountries)] }),
    ...(allowedChannels && { allowedChannels: [...new Set(allowedChannels)] }),
  }
}
