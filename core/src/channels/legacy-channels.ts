import { type Channel, CHANNEL_NAMES, CHANNELS } from './channels.js'

/** A channel in an item with the legacy aliases (docs/api/sending#legacy-aliases). */
export interface LegacyChannel {
  readonly channel: Channel
  readonly label: string
  /** The letter that enables it. */
  readonly toggle: string
  /** The item's field for its template. */
  readonly alias: string
}

/** The channels of such an item, in the order of a recipient's messages (docs/api/sending#batches). */
export const LEGACY_CHANNELS: readonly LegacyChannel[] = CHANNEL_NAMES.flatMap((channel) => {
  const { label, legacyToggle: toggle } = CHANNELS[channel]
  return toggle === undefined ? [] : [{ channel, label, toggle, alias: `${toggle}t` }]
})
