/** A super admin's decision about a message that may have been sent since the backup. */
export const RELEASE_DECISIONS = ['send', 'unconfirmed', 'cancel'] as const

export type ReleaseDecision = (typeof RELEASE_DECISIONS)[number]
