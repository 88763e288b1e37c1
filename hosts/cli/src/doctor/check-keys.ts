import { LONGEST_CHALLENGE_MS } from '@postrider/core/otp/domain/challenge'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { KeyVersion } from '@postrider/core/kernel/installation/key-version'
import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import { E } from '@postrider/core/fp'
import type { SealedCount } from '@postrider/core/platform/ports/key-storage'
import type { Composition } from '@postrider/wiring/compose'
import { fine, type Finding, wrong } from './finding.js'
import type { KeyStatus } from '@postrider/core/kernel/ports/key-status-storage'
import { present } from '@postrider/core/kernel/present'

const PART = 'keys'
const PREVIOUS = 'POSTRIDER_PREVIOUS_MASTER_KEYS'

const note = (sentence: string, advice?: string): Finding => ({
  verdict: 'note',
  part: PART,
  sentence,
  ...present({ advice }),
})

const numbersOf = (counts: readonly SealedCount[], keyId: KeyId): string =>
  counts
    .filter((count) => count.keyId === keyId)
    .map(({ kind, count }) => `${kind} ${count}`)
    .join(', ')

/** How many values are sealed with a previous key, and whether it is still needed. */
const formerFinding = (keyId: KeyId, { counts, keyVersion, isHere, nowMs }: Former): Finding => {
  const numbers = numbersOf(counts, keyId)
  if (numbers !== '' && !isHere)
    return wrong(PART, `${keyId} encrypts ${numbers}, but is not in the settings`, `Add it to ${PREVIOUS}.`)
  if (numbers !== '') return note(`${keyId} encrypts ${numbers}`, 'Run postrider keys rotate.')
  if (!isHere)
    return note(
      `${keyId} encrypts nothing and is not in the settings: audit log entries that use it cannot be verified`,
    )
  const untilMs = (keyVersion?.closedAtMs ?? nowMs) + LONGEST_CHALLENGE_MS
  return untilMs > nowMs
    ? note(`${keyId} encrypts nothing`, `OTPs can still need it: keep it until ${isoTime(untilMs)}.`)
    : note(
        `${keyId} encrypts nothing`,
        `You can remove it from ${PREVIOUS}. Keep it if postrider audit verify has to check older entries.`,
      )
}

interface Former {
  readonly counts: readonly SealedCount[]
  readonly keyVersion: KeyVersion | undefined
  readonly isHere: boolean
  readonly nowMs: number
}

const sealingFindings = (
  { keyRing }: Composition['ports'],
  { sealing, keyVersions }: KeyStatus,
  counts: readonly SealedCount[],
): readonly Finding[] => {
  const here = `keys in the settings: ${keyRing.ids.join(', ')}`
  if (sealing === undefined)
    return [note(`the installation has no key yet and takes the key of the first process; ${here}`)]
  if (!keyRing.has(sealing))
    return [
      wrong(
        PART,
        `the installation encrypts with ${sealing}; ${here}`,
        `Set POSTRIDER_MASTER_KEY to this key, or add it to ${PREVIOUS}. No process starts without it.`,
      ),
    ]
  const numbers = numbersOf(counts, sealing)
  const seals = fine(
    PART,
    `the installation encrypts with ${sealing}${numbers === '' ? '' : `: ${numbers}`}; ${here}`,
  )
  if (sealing !== keyRing.own)
    return [
      seals,
      note(
        `POSTRIDER_MASTER_KEY is ${keyRing.own}`,
        'When all processes have it, run postrider keys rotate.',
      ),
    ]
  const isOpen =
    keyVersions.length > 1 &&
    keyVersions.some((keyVersion) => keyVersion.keyId === sealing && keyVersion.finishedAtMs === undefined)
  return isOpen
    ? [seals, note('the last rotation did not finish', 'Run postrider keys rotate again.')]
    : [seals]
}

/**
 * Reports the sealing key, the available keys, and how many values are sealed with each
 * (docs/decisions/0031).
 */
export const checkKeys = async ({ ports }: Composition): Promise<readonly Finding[]> => {
  const status = await ports.storage.keys.status()()
  if (E.isLeft(status)) return [wrong(PART, `the keys cannot be read: ${status.left.cause}`)]
  const counted = await ports.storage.keys.counts()()
  if (E.isLeft(counted)) return [wrong(PART, `the encrypted data cannot be counted: ${counted.left.cause}`)]
  const { sealing, keyVersions } = status.right
  const counts = counted.right
  const others = [
    ...keyVersions.map(({ keyId }) => keyId),
    ...ports.keyRing.ids,
    ...counts.map(({ keyId }) => keyId),
  ]
  const former = [...new Set(others)].filter((keyId) => keyId !== sealing && keyId !== ports.keyRing.own)
  const nowMs = ports.clock.nowMs()
  return [
    ...sealingFindings(ports, status.right, counts),
    ...former.map((keyId) => {
      const keyVersion = keyVersions.find((one) => one.keyId === keyId)
      return formerFinding(keyId, { counts, keyVersion, isHere: ports.keyRing.has(keyId), nowMs })
    }),
  ]
}
