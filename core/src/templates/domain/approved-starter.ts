import type { Channel } from '../../channels/channels.js'
import type { UserId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { DraftBody } from './draft.js'

/** The categories of starter templates. */
export const STARTER_CATEGORIES = ['transactional', 'otp'] as const

export type StarterCategory = (typeof STARTER_CATEGORIES)[number]

/** The slot of a starter template: a channel has at most one template per category. */
export type StarterSlot = `${Channel}/${StarterCategory}`

/**
 * A starter template of the platform, approved by a super admin only for the sandbox
 * (docs/api/templates#starter-templates). Organizations get copies of it; the original is never sent.
 */
export interface ApprovedStarter extends DraftBody {
  readonly slot: StarterSlot
  readonly category: StarterCategory
  /** The super admin who approved its content. */
  readonly approvedBy: UserId
  readonly reason: string
  readonly approvedAtMs: EpochMs
  /** Starts at 1 and grows with every change. */
  readonly version: number
}

/** The slot of a template for this channel and category. */
export const starterSlot = (channel: Channel, category: StarterCategory): StarterSlot =>
  `${channel}/${category}`
