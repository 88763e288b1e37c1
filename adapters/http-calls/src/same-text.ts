import { timingSafeEqual } from 'node:crypto'

/** Whether somebody gave what was expected; how long that takes tells nothing of it but its length. */
export const isSameText = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
