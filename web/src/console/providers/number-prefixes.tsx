import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { countText } from '../../format/shown-text.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'
import { HistoryLink } from '../parts/history-link.js'
import { PROVIDERS_TEXTS as t } from './providers-texts.js'

type Prefix = ResultOf<'listNumberPrefixes'>['numberPrefixes'][number]

const digitsText = ({ minDigits, maxDigits }: Prefix): string =>
  minDigits === maxDigits ? countText(minDigits) : `${minDigits}–${maxDigits}`

const COLUMNS: readonly TableColumn<Prefix>[] = [
  { head: t.prefix, cell: ({ prefix }) => <b class="strong">{prefix}</b> },
  { head: t.country, cell: ({ country }) => country },
  { head: t.digits, isNumber: true, cell: digitsText },
  { head: t.reason, cell: ({ reason }) => <ForeignText text={reason} /> },
  { head: t.allowedAt, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
]

interface DialogProps {
  /** `new`, or the prefix to remove. */
  readonly open: Prefix | 'new'
  onClose(): void
  onDone(text: string): void
}

const PrefixDialog = ({ open, onClose, onDone }: DialogProps) =>
  open === 'new' ? (
    <OperationDialog
      operation="allowNumberPrefix"
      title={t.allowPrefixTitle}
      lead={t.allowPrefixLead}
      confirm={t.allowPrefixDo}
      onClose={onClose}
      onDone={() => onDone(t.prefixAllowed)}
    />
  ) : (
    <OperationDialog
      operation="removeNumberPrefix"
      title={t.removePrefixTitle(open.prefix)}
      lead={t.removePrefixLead}
      fixed={{ prefix: open.prefix }}
      confirm={t.removePrefixDo}
      tone="stop"
      onClose={onClose}
      onDone={() => onDone(t.prefixRemoved)}
    />
  )

/** The prefixes of numbers that super admins have allowed in addition to the numbering plans. */
export const NumberPrefixPanel = () => {
  const reading = useReading('listNumberPrefixes', {})
  const [open, setOpen] = useState<Prefix | 'new'>()
  const actions: TableColumn<Prefix> = {
    head: t.actions,
    isNumber: true,
    cell: (row) => (
      <div class="row end">
        <button type="button" class="button bare" onClick={() => setOpen(row)}>
          {t.removePrefix}
          <span class="hidden"> {row.prefix}</span>
        </button>
        <HistoryLink target={row.prefix} />
      </div>
    ),
  }
  return (
    <PanelBox
      title={t.prefixes}
      aside={
        <button type="button" class="button" onClick={() => setOpen('new')}>
          {t.allowPrefix}
        </button>
      }
    >
      <ReadingView reading={reading}>
        {({ numberPrefixes }) =>
          numberPrefixes.length === 0 ? (
            <EmptyNote title={t.prefixesEmptyTitle}>{t.prefixesEmpty}</EmptyNote>
          ) : (
            <DataTable
              label={t.prefixes}
              columns={[...COLUMNS, actions]}
              rows={numberPrefixes}
              keyOf={({ prefix }) => prefix}
            />
          )
        }
      </ReadingView>
      {open !== undefined && (
        <PrefixDialog
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={(text) => {
            setOpen(undefined)
            say(text)
            reading.retry()
          }}
        />
      )}
    </PanelBox>
  )
}
