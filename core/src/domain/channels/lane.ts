/** Queues that do not wait for one another, most urgent first (architecture, "Scale"). */
export const LANES = ['otp', 'transactional', 'promotional'] as const

export type Lane = (typeof LANES)[number]
