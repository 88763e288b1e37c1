import { expect } from 'chai'
import { challengeIdOf } from '@postrider/core/otp/domain/challenge'
import type { OtpCodes } from '@postrider/core/otp/ports/otp-codes'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { verifyOtp } from '@postrider/core/messaging/use-cases/otp/verify-otp'
import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { left, right } from '@postrider/conformance/outcome'
import { plainOtpCodes } from '../../../fakes/plain-otp-codes.js'
import { aWorld } from '../../../fakes/world.js'

const CODE = '004217'

/** A challenge of the tenant's with the code {@link CODE}, and the number of comparisons with its hash. */
const aPendingChallenge = () => {
  const world = aWorld()
  const { organizationId, appId } = world.tenant.app
  const challenge = aChallenge({ organizationId, appId })
  const challengeId = challengeIdOf(challenge.messageId)
  const plain = plainOtpCodes()
  const mac = plain.macOf(challengeId, CODE, undefined)
  world.memory.tables.challenges.set(challenge.messageId, { ...challenge, mac })
  let compared = 0
  const otpCodes: OtpCodes = {
    ...plain,
    matches: (id, code, expected) => {
      if (expected !== undefined) compared += 1
      return plain.matches(id, code, expected)
    },
  }
  const ports = { ...world.ports, otpCodes }
  const verify = verifyOtp(ports, authentication(ports))
  return {
    offer: (code: string, idempotencyKey?: string) =>
      verify(world.caller, { challengeId, code, idempotencyKey }),
    compared: () => compared,
  }
}

describe('Verifying an OTP', () => {
  it('repeats a success with its key', async () => {
    const { offer } = aPendingChallenge()
    for (let time = 0; time < 3; time += 1) await right(offer(CODE, 'verify-1'))
  })

  it('treats another code with the key of a success as another verification, and compares it with nothing', async () => {
    const { offer, compared } = aPendingChallenge()
    await right(offer(CODE, 'verify-1'))
    const before = compared()
    for (let guess = 0; guess < 100; guess += 1)
      expect((await left(offer(String(guess).padStart(6, '0'), 'verify-1')))._tag).to.equal(
        'OtpVerificationFailed',
      )
    expect(compared()).to.equal(before)
  })

  it('compares at most five codes with a challenge, with one key or many', async () => {
    for (const keyOf of [() => 'verify-1', (at: number) => `verify-${at}`, () => undefined]) {
      const { offer, compared } = aPendingChallenge()
      for (let guess = 0; guess < 20; guess += 1)
        await left(offer(String(guess).padStart(6, '0'), keyOf(guess)))
      expect(compared()).to.equal(5)
    }
  })
})
