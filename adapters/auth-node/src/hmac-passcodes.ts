import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import type { ChallengeId } from '@postrider/core/domain/ids/id'
import type { Passcodes } from '@postrider/core/ports/passcodes'
import type { MasterKey } from './master-key.js'

const MAC_BYTES = 32

/** The key for codes: derived, so that what is learned of one use of the master key tells nothing of another. */
const keyFrom = ({ key }: MasterKey): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'postrider one-time passcodes 1', MAC_BYTES))

/** The keys that recognise codes: those of the present master key, and of earlier ones while their codes live. */
export interface PasscodeKeys {
  readonly current: MasterKey
  readonly previous?: readonly MasterKey[]
}

/**
 * Codes of `crypto.randomInt`, digit by digit; HMAC-SHA-256 of challenge and code under a key derived from the master
 * key (reliability 5.7): whoever has the database alone cannot try codes.
 */
export const createPasscodes = ({ current, previous = [] }: PasscodeKeys): Passcodes => {
  const keys = [current, ...previous].map(keyFrom)
  const macUnder = (key: Buffer, challengeId: ChallengeId, code: string): Buffer =>
    createHmac('sha256', key).update(`${challengeId}:${code}`).digest()
  const [present] = keys
  return {
    draw: (length) => Array.from({ length }, () => String(randomInt(10))).join(''),
    macOf: (challengeId, code) => {
      if (present === undefined) throw new Error('there is no key for passcodes')
      return macUnder(present, challengeId, code).toString('hex')
    },
    matches: (challengeId, code, mac) => {
      const expected = mac === undefined ? Buffer.alloc(MAC_BYTES) : Buffer.from(mac, 'hex')
      if (expected.length !== MAC_BYTES) return false
      // Every key is tried, so that the time tells nothing.
      const found = keys.map((key) => timingSafeEqual(macUnder(key, challengeId, code), expected))
      return mac !== undefined && found.includes(true)
    },
  }
}
