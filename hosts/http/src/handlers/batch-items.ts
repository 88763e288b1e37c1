import type { BatchRequest, LegacyItem } from '@postrider/contracts/messages/batch-request'
import type { MessageRequest } from '@postrider/contracts/messages/message-request'
import type { BatchItem, BatchItemParts } from '@postrider/core/domain/acceptance/expand-batch'
import type { Channel } from '@postrider/core/domain/channels/channel'
import type { WellShaped } from '@postrider/core/domain/codecs/well-shaped'

type Written = BatchRequest['messages'][number]
type Aliases = Pick<WellShaped<LegacyItem>, 'st' | 'wt' | 'et'> & {
  readonly t: WellShaped<LegacyItem['t']>
}

const isLegacy = (item: Written): item is LegacyItem => 'r' in item

/** The channels that are switched on, each with its template's alias, which may be missing. */
const templatesOf = ({ t, st, wt, et }: Aliases): ReadonlyMap<Channel, string | undefined> => {
  const on: Array<readonly [Channel, string | undefined]> = []
  if (t.s === true) on.push(['sms', st])
  if (t.w === true) on.push(['whatsapp', wt])
  if (t.e === true) on.push(['email', et])
  return new Map(on)
}

/** An item of a batch as the core knows it. */
export const itemOf = (item: Written): BatchItem => {
  if (isLegacy(item)) {
    const { senderId, r: recipients, v: variables, clientReference } = item
    return { _tag: 'Legacy', senderId, recipients, templates: templatesOf(item), variables, clientReference }
  }
  const { projectId, appId, channel, to, templateId, variables, clientReference, recipientName } = item
  const request = { projectId, appId, channel, to, templateId, variables, clientReference, recipientName }
  return { _tag: 'Canonical', request }
}

/** As `itemOf`, of what is well-shaped of an item. */
export const itemPartsOf = (item: WellShaped<Written> | undefined): BatchItemParts | undefined => {
  if (item === undefined) return undefined
  if (!('r' in item)) return { _tag: 'Canonical', request: item as WellShaped<MessageRequest> }
  const { r: recipients, t } = item
  return { _tag: 'Legacy', recipients, templates: t === undefined ? undefined : templatesOf({ ...item, t }) }
}
