import { timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { DEFAULT_PRODUCT } from '@postrider/core/kernel/texts/product'
import type { Totp } from '@postrider/core/identity/ports/totp'
import { createRecoveryCodes, recoveryVerifierOf } from './recovery-codes.js'

const SECRET_BYTES = 20
const STEP_SECONDS = 30

/** The parameters that every authenticator app supports. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6 } as const

const CODE = /^[0-9]{6}$/

const isCodeOf = (secret: Secret, step: number, code: string): boolean =>
  timingSafeEqual(Buffer.from(HOTP.generate({ ...PARAMETERS, secret, counter: step })), Buffer.from(code))

/**
 * Codes of authenticator apps. The driver's own comparison also accepts codes of the next step and doesn't
 * return the step, so only its code generation is used here. Apps show `issuer` next to the codes.
 */
export const createTotp = (issuer: string = DEFAULT_PRODUCT.name): Totp => ({
  create: (account) => {
    const secret = new Secret({ size: SECRET_BYTES })
    const uri = new TOTP({
      ...PARAMETERS,
      issuer,
      label: account,
      period: STEP_SECONDS,
      secret,
    }).toString()
    return { secret: secret.base32, uri }
  },
  stepOf: (secret, code, nowMs) => {
    if (!CODE.test(code)) return undefined
    const key = Secret.fromBase32(secret)
    const present = Math.floor(nowMs / (STEP_SECONDS * SECOND_MS))
    // Both are compared, so that the time reveals nothing.
    const [step] = [present, present - 1].filter((each) => isCodeOf(key, each, code))
    return step
  },
  recoveryCodes: createRecoveryCodes,
  recoveryVerifierOf,
})
