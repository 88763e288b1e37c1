import type { Figure } from '../campaign.js'

/** A count, and whether it is as expected. */
export const figure = (what: string, value: number, holds: boolean, expected: string): Figure => ({
  what,
  value: String(value),
  expected,
  holds,
})

export const none = (what: string, value: number): Figure => figure(what, value, value === 0, '0')

export const atLeast = (what: string, value: number, least: number): Figure =>
  figure(what, value, value >= least, `at least ${least}`)
