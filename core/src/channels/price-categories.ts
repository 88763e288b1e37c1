import { type Channel, CHANNELS, type Registration } from './channels.js'
import type { ChannelKind, TextPurpose } from './kind.js'
import { type WhatsappCategory, WHATSAPP_CATEGORIES } from './whatsapp/whatsapp-forms.js'

/** A vendor's category of a text, which prices can depend on (docs/api/money#prices). */
export type PriceCategory = WhatsappCategory

/** All categories of vendors, in order. */
export const PRICE_CATEGORIES: readonly PriceCategory[] = WHATSAPP_CATEGORIES

const vendorOf = (channel: Channel): ChannelKind['vendor'] | undefined => CHANNELS[channel].vendor

/** Whether prices of the channel can depend on a category. */
export const hasPriceCategories = (channel: Channel): boolean => vendorOf(channel)?.categoryOf !== undefined

/**
 * The vendor's category of a text: the registered one, or else the one that matches its purpose; undefined if
 * the channel has no categories.
 */
export const priceCategoryOf = (
  channel: Channel,
  registration: Registration | undefined,
  purpose: TextPurpose,
): PriceCategory | undefined =>
  vendorOf(channel)?.categoryOf?.(registration, purpose) as PriceCategory | undefined
