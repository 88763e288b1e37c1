import { timingSafeEqual } from 'node:crypto'

/** Whether the given text is the expected one, in constant time: only its length is revealed. */
export const isSameText = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
