import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized, shortId, shownRecipient, shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import type { TableColumn } from '../../parts/data-table.js'
import { failureWords, STATE_WORDS } from '../../language/message-words.js'
import { ChargeText, ForeignText, RecipientText, StateWord, WhenText } from '../../parts/words.js'
import { timeText } from '../../format/times.js'
import { nowMs } from '../../state/connection.js'
import { appName, organizationName, templateName } from '../state/names.js'

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
  {
    head: t.organization,
    isWide: true,
    cell: ({ organizationId }) => shownText(organizationName(organizationId) ?? shortId(organizationId)),
  },
  {
    head: t.template,
    isWide: true,
    cell: ({ templateId }) => shownText(templateName(templateId) ?? shortId(templateId)),
  },
  {
    head: t.cause,
    isWide: true,
    cell: ({ failureCode }) => failureCode !== undefined && capitalized(failureWords(failureCode)),
  },
  {
    head: t.reference,
    isWide: true,
    cell: ({ clientReference }) => clientReference !== undefined && <ForeignText text={clientReference} />,
  },
  { head: t.price, isNumber: true, cell: ({ billing }) => <ChargeText {...billing} /> },
]

const IN_THE_TRACE: readonly string[] = [t.app, t.channel]

/**
 * The columns of a message list. Next to a trace the list is narrower, and the trace shows the channel, the
 * app and the organization.
 */
export const MESSAGE_COLUMNS = {
  whole: COLUMNS,
  besideATrace: COLUMNS.filter(({ head, isWide }) => !IN_THE_TRACE.includes(head) && isWide !== true),
} as const

/**
 * The accessible name of a link to a message: its state, the time of acceptance and the recipient, which
 * together tell rows apart.
 */
export const messageName = ({ state, acceptedAt, to }: MessageRow): string =>
  [
    STATE_WORDS[state] ?? state,
    timeText(Date.parse(acceptedAt), nowMs.value),
    shownText(shownRecipient(to)),
  ].join(', ')
