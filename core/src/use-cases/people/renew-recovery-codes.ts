import type { Origin } from '../../domain/audit/audit-event.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import { checkReason, type Order } from '../operators/order.js'
import { confirmSecondFactor, type ConfirmingNeeds } from './confirm-second-factor.js'
import type { Claim, ProveIdentity } from './prove-identity.js'

/** A super admin's order for new recovery codes. */
export interface RecoveryCodesOrder extends Order, Claim {
  /** Of the authenticator, or one of the recovery codes that are left. */
  readonly code: string
}

/**
 * Replaces all recovery codes of a super admin, proved by password and second factor, by ten new ones: to be
 * shown once. The old ones work no more from then on. InvalidRequest for a reason out of bounds, InvalidCredentials and
 * TooManyRequests as of {@link confirmSecondFactor} (docs/contract#second-factors, docs/promises#second-factors).
 */
export const renewRecoveryCodes = (needs: ConfirmingNeeds, prove: ProveIdentity) => {
  const confirm = confirmSecondFactor(needs)
  return (order: RecoveryCodesOrder, origin: Origin): TE.TaskEither<Refusal | Outage, readonly string[]> =>
    async () => {
      const { actor, reason, email, password, code } = order
      const broken = checkReason(reason)
      if (broken.length > 0) return E.left(invalidRequest(broken))
      const proved = await prove({ email, password }, origin)()
      if (E.isLeft(proved)) return proved
      const codes = needs.totp.recoveryCodes()
      return confirm(proved.right, code, origin, async (unit, admin) => {
        unit.superAdmins.saveFactor({ ...admin, recoveryVerifiers: codes.map(({ verifier }) => verifier) })
        const what = { action: 'recovery_codes.renew', target: admin.userId, organizationId: undefined }
        const details = { recoveryCodesLeft: codes.length }
        const acts = [{ actor, reason, origin, ...what, details }]
        return E.right({ result: codes.map((each) => each.code), acts })
      })()
    }
}
