import { CHANNELS_SHOWN } from '../../language/choices.js'
import { channelWord } from '../../language/channel-words.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import type { FilterOption } from '../../parts/filter-bar.js'
import { momentIn } from '../../format/times.js'
import { nameOfApp, organizationName } from '../state/names.js'
import { APPS, ORGANIZATIONS } from '../state/record-sources.js'
import { shortId } from '../../format/shown-text.js'

/** The filters of message lists, except the state. */
export const MESSAGE_FILTERS: readonly FilterOption[] = [
  { name: 'channel', label: t.channel, values: CHANNELS_SHOWN, wordOf: channelWord },
  {
    name: 'organizationId',
    label: t.organization,
    source: ORGANIZATIONS,
    wordOf: (value) => organizationName(value) ?? shortId(value),
  },
  { name: 'appId', label: t.app, source: APPS, wordOf: (value) => nameOfApp(value) ?? shortId(value) },
  { name: 'from', label: t.from, type: 'datetime-local' },
  { name: 'to', label: t.until, type: 'datetime-local' },
]

/** Converts the filters in the address to a request. */
export const messageRequestFrom = (filters: Readonly<Record<string, string>>) => {
  const { organizationId, appId } = filters
  const channel = CHANNELS_SHOWN.find((one) => one === filters['channel'])
  const [from, to] = [momentIn(filters['from']), momentIn(filters['to'])]
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(appId === undefined ? {} : { appId }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}
