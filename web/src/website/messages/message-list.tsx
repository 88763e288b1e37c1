import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized, shortId } from '../../format/shown-text.js'
import { momentIn } from '../../format/times.js'
import { channelWord } from '../../language/channel-words.js'
import { CHANNELS_SHOWN, STATES_SHOWN } from '../../language/choices.js'
import { KNOWN_FAILURES, failureWords, STATE_WORDS } from '../../language/message-words.js'
import { CsvButton } from '../../parts/csv-button.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { ListPane } from '../../parts/list-pane.js'
import { MessageSearchField } from '../../parts/message-search.js'
import { ChargeText, ForeignText, RecipientText, StateWord, WhenText } from '../../parts/words.js'
import { address, pathWith } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { ownAppName } from '../state/own-apps.js'

type Page = ResultOf<'listCustomerMessageHistory'>

/** A message of the organization in a list. */
export type OwnMessageRow = Page['messages'][number]

/** The environments that messages can be filtered by, besides their app. */
export const ENVIRONMENTS = ['test', 'production'] as const

/** The filters of the organization's messages. */
export const OWN_FILTERS: readonly FilterOption[] = [
  { name: 'state', label: t.state, values: STATES_SHOWN, wordOf: (value) => STATE_WORDS[value] ?? value },
  { name: 'channel', label: t.channel, values: CHANNELS_SHOWN, wordOf: channelWord },
  {
    name: 'failureCode',
    label: t.cause,
    values: KNOWN_FAILURES,
    wordOf: (code) => capitalized(failureWords(code)),
  },
  {
    name: 'environment',
    label: t.environment,
    values: ENVIRONMENTS,
    wordOf: (value) => t.environments[value] ?? value,
  },
  { name: 'appId', label: t.app, wordOf: (value) => ownAppName(value) ?? shortId(value) },
  { name: 'from', label: t.from, type: 'datetime-local' },
  { name: 'to', label: t.until, type: 'datetime-local' },
]

/** Converts the filters in the address to a request. */
export const ownRequestFrom = (filters: Readonly<Record<string, string>>) => {
  const chosen = <V extends string>(name: string, values: readonly V[]) => {
    const value = values.find((one) => one === filters[name])
    return value === undefined ? {} : { [name]: value }
  }
  const [from, to] = [momentIn(filters['from']), momentIn(filters['to'])]
  return {
    organizationId: shownOrganizationId.value ?? '',
    ...chosen('state', STATES_SHOWN),
    ...chosen('channel', CHANNELS_SHOWN),
    ...chosen('failureCode', KNOWN_FAILURES),
    ...chosen('environment', ENVIRONMENTS),
    ...(filters['appId'] === undefined ? {} : { appId: filters['appId'] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

const COLUMNS: readonly TableColumn<OwnMessageRow>[] = [
  { head: t.state, cell: ({ state }) => <StateWord state={state} /> },
  { head: t.accepted, cell: ({ acceptedAt }) => <WhenText at={acceptedAt} /> },
  { head: t.to, cell: ({ to }) => <RecipientText to={to} /> },
  { head: t.channel, cell: ({ channel }) => channelWord(channel) },
  { head: t.app, cell: ({ appId }) => <ForeignText text={ownAppName(appId) ?? shortId(appId)} /> },
  { head: t.price, isNumber: true, cell: ({ billing }) => <ChargeText {...billing} /> },
]

/** The columns of a message list. Next to a trace it is narrower. */
export const OWN_COLUMNS = {
  whole: COLUMNS,
  besideATrace: COLUMNS.filter(({ head }) => head !== t.app && head !== t.channel),
} as const

const LIST = {
  rowsOf: ({ messages }: Page) => messages,
  keyOf: ({ messageId }: OwnMessageRow) => messageId,
  order: 'newest',
  timeOf: ({ acceptedAt }: OwnMessageRow) => Date.parse(acceptedAt),
} as const

const CSV_HEADS = [
  'messageId',
  'acceptedAt',
  'state',
  'failureCode',
  'channel',
  'to',
  'appId',
  'billingStatus',
  'amountMinor',
  'currency',
]

/** A message as a CSV row: times in UTC, recipients masked as in the list. */
const csvRow = (row: OwnMessageRow): readonly string[] => [
  row.messageId,
  row.acceptedAt,
  row.state,
  row.failureCode ?? '',
  row.channel,
  row.to,
  row.appId,
  row.billing.status,
  String(row.billing.amountMinor),
  row.billing.currency,
]

/** The live list of the organization's messages. New rows are held back above it. */
export const OwnMessageList = ({ open }: { open: string | undefined }) => {
  const { filters } = address.value
  const list = usePages('listCustomerMessageHistory', ownRequestFrom(filters), LIST)
  return (
    <ListPane
      label={t.list}
      list={list}
      empty={[t.emptyTitle, t.empty]}
      head={
        <>
          <MessageSearchField searchText={undefined} />
          <FilterBar options={OWN_FILTERS} />
          <CsvButton name="messages.csv" heads={CSV_HEADS} rows={(list.rows ?? []).map(csvRow)} />
        </>
      }
      hasKeys
    >
      {(rows) => (
        <DataTable
          label={t.list}
          columns={open === undefined ? OWN_COLUMNS.whole : OWN_COLUMNS.besideATrace}
          rows={rows}
          keyOf={LIST.keyOf}
          hrefOf={({ messageId }) => pathWith(`/messages/${messageId}`, filters)}
          current={open}
          brief={[t.state, t.accepted, t.to, t.price]}
        />
      )}
    </ListPane>
  )
}
