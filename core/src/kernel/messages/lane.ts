/** Queues that don't wait for one another, most urgent first (docs/decisions/0013). */
export const LANES = ['otp', 'transactional', 'promotional'] as const

export type Lane = (typeof LANES)[number]
