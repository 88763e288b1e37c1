import type { ResultOf } from '@postrider/core/assembly/registry'
import { shortId, shownText } from '../../format/shown-text.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { ListPane } from '../../parts/list-pane.js'
import { ForeignText, SinceText, WhenText } from '../../parts/words.js'
import { address } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { organizationName } from '../state/names.js'
import { WEBHOOK_LIST_TEXTS as t } from './webhook-texts.js'

type Row = ResultOf<'findWebhookEndpoints'>['endpoints'][number]

type Receiver = NonNullable<ResultOf<'findWebhookEndpoints'>['receiver']>

const STATES = ['failing', 'disabled', 'active'] as const
const TONES = { active: 'good', failing: 'warn', disabled: 'alarm' } as const

const stateOf = (text: string | undefined) => STATES.find((one) => one === text)

const OPTIONS: readonly FilterOption[] = [
  {
    name: 'state',
    label: t.state,
    values: STATES,
    wordOf: (value) => {
      const state = stateOf(value)
      return state === undefined ? value : t.states[state]
    },
  },
]

const LIST = {
  rowsOf: ({ endpoints }: ResultOf<'findWebhookEndpoints'>) => endpoints,
  keyOf: ({ endpointId }: Row) => endpointId,
  order: 'newest',
} as const

const LastFailure = ({ lastFailedAt, lastStatus, lastCause }: Row) =>
  lastFailedAt === undefined ? null : (
    <>
      <WhenText at={lastFailedAt} />
      <div class="small quiet">
        {lastStatus === undefined ? <ForeignText text={lastCause ?? t.noCause} /> : t.status(lastStatus)}
      </div>
    </>
  )

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    head: t.endpoint,
    cell: ({ host, environment }) => (
      <>
        <ForeignText text={host} />
        <div class="small quiet">{environment}</div>
      </>
    ),
  },
  {
    head: t.organization,
    cell: ({ organizationId }) => (
      <a href={`/organizations/${organizationId}`}>
        {shownText(organizationName(organizationId) ?? shortId(organizationId))}
      </a>
    ),
  },
  {
    head: t.state,
    cell: ({ state, disabledBecause }) => (
      <>
        <TagWord tone={TONES[state]}>{t.states[state]}</TagWord>
        {disabledBecause !== undefined && <div class="small quiet">{t.reasons[disabledBecause]}</div>}
      </>
    ),
  },
  { head: t.waiting, isNumber: true, cell: ({ waitingEvents }) => waitingEvents },
  {
    head: t.since,
    cell: ({ failingSince }) => failingSince !== undefined && <SinceText at={failingSince} />,
  },
  { head: t.lastFailure, cell: (row) => <LastFailure {...row} /> },
]

/** The event receiver of the installation; nothing if there is none. */
const ReceiverLine = ({
  host,
  state,
  apps,
  failingApps,
  waitingEvents,
  lastStatus,
  lastDetail,
}: Receiver) => (
  <p class="small">
    {t.receiver} <ForeignText text={host} /> <TagWord tone={TONES[state]}>{t.receiverStates[state]}</TagWord>{' '}
    {t.receiverCounts(apps, waitingEvents)}
    {failingApps > 0 && (
      <>
        {' '}
        {t.receiverFails(failingApps)}{' '}
        {lastStatus === undefined ? <ForeignText text={lastDetail ?? t.noCause} /> : t.status(lastStatus)}
      </>
    )}
  </p>
)

/** The webhook endpoints of all Organizations, with their health. */
export const WebhookList = () => {
  const state = stateOf(address.value.filters['state'])
  const list = usePages('findWebhookEndpoints', state === undefined ? {} : { state }, LIST)
  const receiver = list.page?.receiver
  return (
    <div class="panes tabbed">
      <ListPane
        label={t.tab}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={
          <>
            {receiver !== null && receiver !== undefined && <ReceiverLine {...receiver} />}
            <FilterBar options={OPTIONS} />
          </>
        }
      >
        {(rows) => (
          <DataTable
            label={t.tab}
            columns={COLUMNS}
            rows={rows}
            brief={[t.endpoint, t.state, t.organization, t.since]}
            keyOf={LIST.keyOf}
          />
        )}
      </ListPane>
    </div>
  )
}
