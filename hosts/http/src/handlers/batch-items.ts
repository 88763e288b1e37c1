import type { BatchRequest, LegacyItemBody } from '@postrider/contracts/messages/batch-request'
import type { BatchItem, BatchItemParts } from '@postrider/core/messaging/domain/acceptance/expand-batch'
import type { SendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import type { Channel } from '@postrider/core/channels/channels'
import { LEGACY_CHANNELS } from '@postrider/core/channels/legacy-channels'
import type { WellShaped } from '@postrider/core/kernel/codecs/well-shaped'

type Written = BatchRequest['messages'][number]
const isLegacy = (item: Written): item is LegacyItemBody => 'r' in item

/** A text of the item; the channels decide which of its names are templates. */
const textAt = (item: object, name: string): string | undefined => {
  const found: unknown = Object.entries(item).find(([one]) => one === name)?.[1]
  return typeof found === 'string' ? found : undefined
}

/** The enabled channels, each with its template's alias, which may be missing. */
const templatesOf = (
  toggles: WellShaped<LegacyItemBody['t']>,
  item: object,
): ReadonlyMap<Channel, string | undefined> =>
  new Map(
    LEGACY_CHANNELS.filter(({ toggle }) => toggles[toggle] === true).map(({ channel, alias }) => [
      channel,
      textAt(item, alias),
    ]),
  )

/** An item of a batch in the form of the core. */
export const batchItemOf = (item: Written): BatchItem => {
  if (isLegacy(item)) {
    const { senderId, r: recipients, v: variables, clientReference } = item
    return {
      _tag: 'Legacy',
      senderId,
      recipients,
      templates: templatesOf(item.t, item),
      variables,
      clientReference,
    }
  }
  return { _tag: 'Canonical', request: item }
}

/** Does the same as `batchItemOf`, for the well-shaped parts of an item. */
export const itemPartsOf = (item: WellShaped<Written> | undefined): BatchItemParts | undefined => {
  if (item === undefined) return undefined
  if (!('r' in item)) return { _tag: 'Canonical', request: item as WellShaped<SendRequest> }
  const { r: recipients, t } = item
  return { _tag: 'Legacy', recipients, templates: t === undefined ? undefined : templatesOf(t, item) }
}
