import { type Channel, CHANNEL_NAMES, CHANNELS } from './channels.js'

/** A channel as an item under the legacy aliases names it (docs/contract#legacy-aliases). */
export interface LegacyChannel {
  readonly channel: Channel
  readonly label: string
  /** The letter that switches it on. */
  readonly toggle: string
  /** What the item calls its template. */
  readonly alias: string
}

/** The channels that such an item can have, in the order in which a recipient's messages come (docs/contract#batches). */
export const LEGACY_CHANNELS: readonly LegacyChannel[] = CHANNEL_NAMES.flatMap((channel) => {
  const { label, legacyToggle: toggle } = CHANNELS[channel]
  return toggle === undefined ? [] : [{ channel, label, toggle, alias: `${toggle}t` }]
})
