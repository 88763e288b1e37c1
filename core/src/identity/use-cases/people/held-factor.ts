import type { UserId } from '../../../kernel/ids/id.js'
import type { SecondFactor } from '../../domain/people/second-factor.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

/** Whose second factors are used: those of super admins only, or those of everyone who has one. */
export type FactorHolders = 'super admins' | 'everybody'

/** A second factor that a unit has locked. */
export interface HeldFactor {
  readonly factor: SecondFactor
  /** The place that its secret is sealed for. */
  readonly place: string
  /** Whether it belongs to a super admin. */
  readonly isOfSuperAdmin: boolean
  /** Stores the step and the remaining recovery codes. */
  save(factor: SecondFactor): void
}

/** The place that a super admin's TOTP secret is sealed for. */
export const totpContext = (userId: UserId): string => `super_admins|${userId}|totp_secret`

/** The place that another person's TOTP secret is sealed for. */
export const ownTotpContext = (userId: UserId): string => `second_factors|${userId}|totp_secret`

/**
 * The second factor of a user, locked until the unit ends; undefined if there is none. A super admin's is
 * used for every sign-in: it has priority over one that they set up as a customer.
 */
export const lockFactor = async (
  { superAdmins, secondFactors }: Pick<UnitOfWork, 'superAdmins' | 'secondFactors'>,
  userId: UserId,
  holders: FactorHolders,
): Promise<HeldFactor | undefined> => {
  const [admin, own] = await Promise.all([
    superAdmins.lock(userId),
    holders === 'everybody' ? secondFactors.lock(userId) : undefined,
  ])
  if (admin !== undefined)
    return {
      factor: admin,
      place: totpContext(userId),
      isOfSuperAdmin: true,
      save: ({ lastTotpStep, recoveryVerifiers }) =>
        superAdmins.saveFactor({ ...admin, lastTotpStep, recoveryVerifiers }),
    }
  if (own === undefined) return undefined
  return {
    factor: own,
    place: ownTotpContext(userId),
    isOfSuperAdmin: false,
    save: (factor) => secondFactors.replace(factor),
  }
}
