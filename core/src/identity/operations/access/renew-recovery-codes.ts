import { refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../domain/access/operation.js'
import { OWN_ACCESS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { recoveryCodes } from './shapes.js'

/** Revokes all recovery codes of the caller and returns ten new ones; only their verifiers are stored. */
export const renewRecoveryCodesEntry = entryOf('Access', 'renewRecoveryCodes', {
  ...OWN_ACCESS,
  stepUp: true,
  summary: 'Replace the caller’s recovery codes with ten new ones',
  description: 'The previous codes no longer work. The new ones are shown only once.',
  mutation: true,
  effect: 'ends',
  controls: ['reason'],
  request: mutationRequest({ reason: reasonField }, {}),
  result: mutationResult({ recoveryCodes }, {}),
})

export const renewRecoveryCodes = mutation(renewRecoveryCodesEntry, {
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
