import { createTotp } from '@postrider/node/auth/otpauth-totp'
import type { SuperAdmin, User } from '@postrider/core/identity/domain/people/user'
import type { SecondFactor } from '@postrider/core/identity/domain/people/second-factor'
import { ownTotpContext, totpContext } from '@postrider/core/identity/use-cases/people/held-factor'
import { plainKeyRing } from '../core/fakes/plain-key-ring.js'
import { aSecondFactor, aSuperAdmin, aUser } from '@postrider/conformance/builders/a-user'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { totpCodeOf } from './hand-totp.js'

const STEP_MS = 30_000

/** The ports of a second factor: real codes, stored without encryption. */
export const FACTOR_PORTS = {
  totp: createTotp(),
  keyRing: {
    ...plainKeyRing((sealed, place) => {
      if (!sealed.startsWith(`${place}=`)) throw new Error(`not sealed for ${place}`)
      return sealed.slice(place.length + 1)
    }),
    seal: (plain: string, place: string) => `${place}=${plain}`,
  },
}

/** A super admin with their secrets. */
export interface Holder {
  readonly user: User
  readonly admin: SuperAdmin
  /** The same second factor for a user who isn't a super admin. */
  readonly factor: SecondFactor
  readonly recoveryCodes: readonly string[]
  /** The code of their authenticator, this number of steps from the given time. */
  codeOf(steps?: number, nowMs?: number): string
}

/** A super admin who signs in with the password "right". */
export const aHolder = (overrides: Partial<User> = {}): Holder => {
  const { totp, keyRing } = FACTOR_PORTS
  const user = aUser({ passwordHash: 'plain:right', ...overrides })
  const { secret } = totp.create(user.email)
  const codes = totp.recoveryCodes()
  const { userId } = user
  const left = { userId, lastTotpStep: 0, recoveryVerifiers: codes.map(({ verifier }) => verifier) }
  return {
    user,
    admin: aSuperAdmin({ ...left, sealedTotpSecret: keyRing.seal(secret, totpContext(userId)) }),
    factor: aSecondFactor({ ...left, sealedTotpSecret: keyRing.seal(secret, ownTotpContext(userId)) }),
    recoveryCodes: codes.map(({ code }) => code),
    codeOf: (steps = 0, nowMs = NOW_MS) => totpCodeOf(secret, Math.floor(nowMs / STEP_MS) + steps),
  }
}
