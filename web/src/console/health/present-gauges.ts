import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { accountVerdict } from './provider-verdict.js'

type Overview = ResultOf<'getOverview'>
type Held = NonNullable<Overview['money']>['held'][number]

/** What is counted of the present, as numbers; undefined is what the reader is not shown, or what there is none of. */
export interface PresentGauges {
  readonly backlog: number | undefined
  readonly wellAccounts: number | undefined
  /** Of the currency that stands first. */
  readonly heldMinor: number | undefined
  /** The share of OTPs that were entered, of all that were sent. */
  readonly otpShare: number | undefined
  readonly unconfirmed: number | undefined
}

/** Money held in production, the largest number first; where there is none of it, that of tests. */
export const heldInOrder = (held: readonly Held[]): readonly Held[] => {
  const inProduction = held.filter(({ environment }) => environment === 'production')
  return (inProduction.length > 0 ? inProduction : held).toSorted(
    (one, other) => other.heldMinor - one.heldMinor || (one.currency < other.currency ? -1 : 1),
  )
}

/** How many of the accounts that are in use do what they should. */
export const wellAccounts = ({ providers }: Overview, nowMs: number): number | undefined =>
  providers?.accounts.filter((one) => ['well', 'idle'].includes(accountVerdict(one, nowMs))).length

/** The present in numbers. */
export const presentGauges = (data: Overview): PresentGauges => {
  const { backlog, money, otps, unresolved, asOf } = data
  return {
    backlog: backlog?.lanes.reduce((sum, { waiting }) => sum + waiting, 0),
    wellAccounts: wellAccounts(data, Date.parse(asOf)),
    heldMinor: money && heldInOrder(money.held)[0]?.heldMinor,
    otpShare: otps === undefined || otps.sent === 0 ? undefined : otps.verified / otps.sent,
    unconfirmed: unresolved?.unconfirmed,
  }
}
