import type { ResultOf } from '@postrider/core/assembly/registry'
import { countText, shortId, shownText } from '../../format/shown-text.js'
import { SWITCHES_TEXTS as t } from './switches-texts.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { HistoryLink } from '../parts/history-link.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { organizationName, personName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import type { SwitchCommand } from './throw-switch.js'

type Row = ResultOf<'listStopped'>['stopped'][number]

const RESUMED_BY = {
  organization: 'reactivateOrganization',
  providerAccount: 'resumeProviderAccount',
  app: 'resumeApp',
  destination: 'unblockDestination',
} as const satisfies Record<Row['kind'], SwitchCommand['operation']>

const LIST = {
  rowsOf: ({ stopped }: ResultOf<'listStopped'>) => stopped,
  keyOf: ({ target }: Row) => target,
  order: 'queue',
} as const

const Unknown = () => <span class="quiet">{t.unknown}</span>

const NameCell = ({ row: { kind, name, organizationId, environment } }: { row: Row }) => (
  <>
    <b class="strong">
      <ForeignText text={kind === 'destination' ? `${name}…` : name} />
    </b>{' '}
    {environment !== null && <TagWord>{environment}</TagWord>}
    {kind === 'app' && organizationId !== null && (
      <div class="small quiet">
        <ForeignText text={organizationName(organizationId) ?? shortId(organizationId)} />
      </div>
    )}
  </>
)

const columnsFor = (onOpen: (order: SwitchCommand) => void): readonly TableColumn<Row>[] => [
  { head: t.name, cell: (row) => <NameCell row={row} /> },
  { head: t.kind, cell: ({ kind }) => <span class="nowrap">{t.stoppedKinds[kind]}</span> },
  { head: t.since, cell: ({ since }) => (since === null ? <Unknown /> : <DatedText at={since} />) },
  {
    head: t.by,
    cell: ({ by }) => (by === null ? <Unknown /> : shownText(personName(by.id) ?? shortId(by.id))),
  },
  { head: t.reason, cell: ({ reason }) => (reason === null ? <Unknown /> : <ForeignText text={reason} />) },
  {
    head: t.actions,
    isNumber: true,
    cell: ({ kind, target, name }) => (
      <div class="row end">
        <HistoryLink target={target} />
        <button
          type="button"
          class="button bare"
          onClick={() => onOpen({ operation: RESUMED_BY[kind], target, name: shownText(name) })}
        >
          {t.resume}
        </button>
      </div>
    ),
  },
]

/** Everything that is stopped, since when, by whom and why. Each row can be resumed. */
export const StoppedPanel = ({ onOpen }: { onOpen(order: SwitchCommand): void }) => {
  const list = usePages('listStopped', { limit: 100 }, LIST)
  const { rows = [], more } = list
  return (
    <PanelBox
      title={t.stoppedNow}
      aside={more === undefined ? countText(rows.length) : t.atLeast(countText(rows.length))}
    >
      <ListView list={list} empty={<EmptyNote title={t.nothingTitle}>{t.nothing}</EmptyNote>}>
        {(stopped) => (
          <DataTable label={t.stoppedNow} rows={stopped} keyOf={LIST.keyOf} columns={columnsFor(onOpen)} />
        )}
      </ListView>
    </PanelBox>
  )
}
