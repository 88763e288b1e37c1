import type { Campaign } from './campaign.js'

/** All campaigns, by name. */
export const campaigns: readonly Campaign[] = []
