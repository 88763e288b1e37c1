import type { Channel } from '../../channels/channels.js'
import type { UserId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { DraftBody } from './draft.js'

/** What a starter template may be for: one of each is enough to begin with. */
export const STARTER_CATEGORIES = ['transactional', 'otp'] as const

export type StarterCategory = (typeof STARTER_CATEGORIES)[number]

/** Which starter template it is: of a channel there is at most one of each category. */
export type StarterSlot = `${Channel}/${StarterCategory}`

/**
 * A starter template of the platform, which a super admin approved for the sandbox alone (docs/contract#starter-templates).
 * Organizations get copies of it; it is sent by nobody itself.
 */
export interface ApprovedStarter extends DraftBody {
  readonly slot: StarterSlot
  readonly category: StarterCategory
  /** The super admin who approved what it says. */
  readonly approvedBy: UserId
  readonly reason: string
  readonly approvedAtMs: EpochMs
  /** From 1; grows with every change. */
  readonly version: number
}

/** The slot of a template for this channel and category. */
export const starterSlot = (channel: Channel, category: StarterCategory): StarterSlot =>
  `${channel}/${category}`
