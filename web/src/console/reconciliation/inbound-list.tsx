import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { plainWords, shortId, shownText } from '../../format/shown-text.js'
import { INBOUND_TEXTS as t } from './inbound-texts.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { HistoryLink } from '../parts/history-link.js'
import { ListPane } from '../../parts/list-pane.js'
import { ForeignText, RecipientText, WhenText } from '../../parts/words.js'
import { address } from '../../state/address.js'
import { providerAccountName, organizationName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'

type Row = ResultOf<'listInboundMessages'>['messages'][number]
type InboundState = Row['state']

const STATES: readonly InboundState[] = ['pending', 'assigned', 'unassigned']

const TASKS: ReadonlyArray<NonNullable<Row['task']>> = ['unattributed', 'unclear']

const OPTIONS: readonly FilterOption[] = [
  { name: 'state', label: t.state, values: STATES, wordOf: plainWords },
  { name: 'task', label: t.task, values: TASKS, wordOf: plainWords },
  { name: 'organizationId', label: t.organization, wordOf: (id) => organizationName(id) ?? shortId(id) },
]

const LIST = {
  rowsOf: ({ messages }: ResultOf<'listInboundMessages'>) => messages,
  keyOf: ({ inboundId }: Row) => inboundId,
  order: 'newest',
} as const

const wantsText = ({ wants, scope }: Row): string | undefined => {
  if (wants === undefined) return undefined
  return scope === 'promotional' ? t.wantsPromotional[wants] : t.wants[wants]
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.from, cell: ({ from }) => from !== undefined && <RecipientText to={from} /> },
  {
    head: t.text,
    cell: (row) => (
      <>
        <ForeignText text={row.text} />
        {row.wants !== undefined && (
          <div>
            <TagWord tone={row.wants === 'stop' ? 'warn' : 'good'}>{wantsText(row)}</TagWord>
          </div>
        )}
        {row.task !== undefined && (
          <div>
            <TagWord tone="warn">{t.tasks[row.task]}</TagWord>
          </div>
        )}
        {row.missingParts !== undefined && (
          <div>
            <TagWord tone="warn">{t.missingParts(row.missingParts)}</TagWord>
          </div>
        )}
      </>
    ),
  },
  {
    head: t.to,
    cell: ({ to, providerAccountId }) => (
      <>
        <ForeignText text={to} />
        <div class="small quiet">
          {shownText(providerAccountName(providerAccountId) ?? shortId(providerAccountId))}
        </div>
      </>
    ),
  },
  {
    head: t.organization,
    cell: ({ organizationId, state }) =>
      organizationId === undefined ? (
        <TagWord tone={state === 'unassigned' ? 'warn' : ''}>{t.states[state]}</TagWord>
      ) : (
        <a href={`/organizations/${organizationId}`}>
          {shownText(organizationName(organizationId) ?? shortId(organizationId))}
        </a>
      ),
  },
  { head: t.received, cell: ({ receivedAt }) => <WhenText at={receivedAt} /> },
]

interface OpenDialog {
  readonly kind: 'assign' | 'dismiss'
  readonly row: Row
}

const actionsOf = (onOpen: (dialog: OpenDialog) => void): TableColumn<Row> => ({
  head: t.actions,
  isNumber: true,
  cell: (row) => (
    <div class="row end">
      <HistoryLink target={row.inboundId} />
      {row.state !== 'pending' && row.task !== undefined && (
        <button type="button" class="button bare" onClick={() => onOpen({ kind: 'dismiss', row })}>
          {t.dismiss}
        </button>
      )}
      {(row.state === 'unassigned' || row.task !== undefined) && (
        <button type="button" class="button bare" onClick={() => onOpen({ kind: 'assign', row })}>
          {t.assign}
        </button>
      )}
    </div>
  ),
})

interface InboundDialogProps {
  readonly open: OpenDialog
  onClose(): void
  onDone(): void
}

const InboundDialog = ({ open: { kind, row }, onClose, onDone }: InboundDialogProps) => {
  const { inboundId, organizationId } = row
  const done = (text: string) => () => {
    say(text)
    onDone()
  }
  return kind === 'assign' ? (
    <OperationDialog
      operation="assignInboundMessage"
      title={t.assignTitle}
      lead={t.assignLead}
      fixed={{ inboundId, ...(organizationId === undefined ? {} : { organizationId }) }}
      confirm={t.assignDo}
      onClose={onClose}
      onDone={done(t.assigned)}
    />
  ) : (
    <OperationDialog
      operation="dismissInboundMessage"
      title={t.dismissTitle}
      lead={t.dismissLead}
      fixed={{ inboundId }}
      confirm={t.dismissDo}
      onClose={onClose}
      onDone={done(t.dismissed)}
    />
  )
}

/**
 * Inbound messages with their organization and keyword. A super admin assigns those whose organization or
 * author is unknown, and decides whether unclear ones are opt-outs.
 */
export const InboundList = () => {
  const { organizationId, state: namedState, task: namedTask } = address.value.filters
  const state = STATES.find((one) => one === namedState)
  const task = TASKS.find((one) => one === namedTask)
  const request = {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(state === undefined ? {} : { state }),
    ...(task === undefined ? {} : { task }),
  }
  const list = usePages('listInboundMessages', request, LIST)
  const [open, setOpen] = useState<OpenDialog>()
  return (
    <div class="panes tabbed">
      <ListPane
        label={t.tab}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={<FilterBar options={OPTIONS} />}
      >
        {(rows) => (
          <DataTable
            label={t.tab}
            columns={[...COLUMNS, actionsOf(setOpen)]}
            rows={rows}
            keyOf={LIST.keyOf}
          />
        )}
      </ListPane>
      {open !== undefined && (
        <InboundDialog
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            list.retry()
          }}
        />
      )}
    </div>
  )
}
