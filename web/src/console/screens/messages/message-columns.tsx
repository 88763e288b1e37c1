import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { shortId, shownText } from '../../../format/shown-text.js'
import { channelWord } from '../../../language/channel-words.js'
import { MESSAGES_TEXTS as t } from '../../language/messages-texts.js'
import type { TableColumn } from '../../../parts/data-table.js'
import { ChargeText, RecipientText, StateWord, WhenText } from '../../../parts/words.js'
import { appName } from '../../state/names.js'

/** A message in a list. */
export type MessageRow = ResultOf<'listMessages'>['messages'][number]

const COLUMNS: readonly TableColumn<MessageRow>[] = [
  { head: t.state, cell: ({ state }) => <StateWord state={state} /> },
  { head: t.accepted, cell: ({ acceptedAt }) => <WhenText at={acceptedAt} /> },
  { head: t.to, cell: ({ to }) => <RecipientText to={to} /> },
  { head: t.channel, cell: ({ channel }) => channelWord(channel) },
  {
    head: t.app,
    cell: ({ organizationId, appId }) => shownText(appName(organizationId, appId) ?? shortId(appId)),
  },
  { head: t.price, isNumber: true, cell: ({ billing }) => <ChargeText {...billing} /> },
]

/** The columns of a list of messages; beside a trace it is narrower, and the trace says whose the message is. */
export const MESSAGE_COLUMNS = {
  whole: COLUMNS,
  besideATrace: COLUMNS.filter(({ head }) => head !== t.app),
} as const
