import { accessOperations } from './operations.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'

/** Takes all recovery codes of the caller back, and gives ten new ones, of which verifiers alone are kept. */
export const renewRecoveryCodes = mutation(accessOperations.renewRecoveryCodes, {
  lock: 'shared',
  run: async (unit, { request: { reason }, facts: { user } }, { totp }) => {
    const admin = await unit.superAdmins.lock(user.userId)
    if (admin === undefined) return E.left(refusal('PermissionDenied'))
    const codes = totp.recoveryCodes()
    unit.superAdmins.saveFactor({ ...admin, recoveryVerifiers: codes.map(({ verifier }) => verifier) })
    return E.right({
      result: { recoveryCodes: codes.map(({ code }) => code) },
      about: { target: user.userId, reason, details: { recoveryCodesLeft: codes.length } },
    })
  },
})
