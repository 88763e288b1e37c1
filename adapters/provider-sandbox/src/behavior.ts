export const BEHAVIORS = [
  'deliver',
  'reject',
  'undeliver',
  'vanish',
  'late',
  'refuse_twice',
  'confuse',
  'slow',
  'read',
] as const

/**
 * The sandbox's behavior for a message; the end of the destination selects it
 * (docs/api/sandbox#sandbox-outcomes).
 */
export type Behavior = (typeof BEHAVIORS)[number]

const BY_ENDING: Readonly<Record<string, Behavior>> = {
  '0001': 'reject',
  '0002': 'undeliver',
  '0003': 'vanish',
  '0004': 'late',
  '0005': 'refuse_twice',
  '0006': 'confuse',
  '0007': 'slow',
  '0008': 'read',
}

const ENDING_LENGTH = 4

/**
 * A number selects by its last four digits, an email address by a local part that ends in `+` and four
 * digits.
 */
export const behaviorOf = (to: string): Behavior => {
  const at = to.lastIndexOf('@')
  const name = at < 0 ? to : to.slice(0, at)
  if (at >= 0 && name.at(-ENDING_LENGTH - 1) !== '+') return 'deliver'
  return BY_ENDING[name.slice(-ENDING_LENGTH)] ?? 'deliver'
}
