import { useRef, useState } from 'preact/hooks'
import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { moneyText } from '../../../format/money.js'
import { capitalized, countText, plainWords, shortId } from '../../../format/shown-text.js'
import { PanelBox } from '../../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../../parts/data-table.js'
import { EmptyNote, ReadingView } from '../../../parts/screen-states.js'
import { WhenText } from '../../../parts/words.js'
import { type ReadingStatus, useReading } from '../../../state/reading.js'
import { BILLING_TEXTS as t } from '../../language/billing-texts.js'
import { mayHere } from '../../state/access.js'
import { appWord } from '../../state/own-apps.js'
import type { ChosenAccount } from './account-chosen.js'
import { type EntryContent, readEntry } from './entry-content.js'

const STEP = 20
const MOST = 500

type Proof = ResultOf<'getLedgerProof'>

interface Row extends EntryContent {
  readonly seq: number
  readonly digest: string
  readonly postedAfterMinor: number
}

/** By how much an entry moves what is posted. */
const postedBy = ({ type, amountMinor }: EntryContent): number => {
  if (type === 'credit') return amountMinor
  return type === 'debit' || type === 'settlement' ? -amountMinor : 0
}

/** The newest entries first, each with what was posted after it: counted back from what is posted now. */
const rowsOf = ({ entries, end }: Proof): readonly Row[] => {
  let postedAfterMinor = end.postedMinor
  return entries.toReversed().flatMap(({ seq, digest, content }) => {
    const entry = readEntry(content)
    if (entry === undefined) return []
    const row = { ...entry, seq, digest, postedAfterMinor }
    postedAfterMinor -= postedBy(entry)
    return [row]
  })
}

const typeWord = (type: string): string =>
  (t.types as Readonly<Record<string, string>>)[type] ?? capitalized(plainWords(type))

const amountWords = ({ type, amountMinor }: EntryContent, currency: string): string => {
  if (type === 'reservation') return t.heldAmount(moneyText(amountMinor, currency))
  if (type === 'release') return t.freedAmount(moneyText(amountMinor, currency))
  return type === 'credit'
    ? `+${moneyText(amountMinor, currency)}`
    : moneyText(amountMinor === 0 ? 0 : -amountMinor, currency)
}

const MessageLink = ({ messageId }: { messageId: string | undefined }) => {
  if (messageId === undefined) return <span class="quiet">–</span>
  const id = <span class="mono nowrap">{shortId(messageId)}</span>
  return mayHere('messages.read') ? <a href={`/messages/${messageId}`}>{id}</a> : id
}

const columnsIn = (currency: string): readonly TableColumn<Row>[] => [
  { head: t.time, cell: ({ at }) => <WhenText at={at} /> },
  { head: t.what, cell: ({ type }) => typeWord(type) },
  {
    head: t.app,
    cell: ({ appId }) =>
      appId === undefined ? <span class="quiet">{t.allApps}</span> : <bdi>{appWord(appId)}</bdi>,
  },
  { head: t.subject, cell: ({ messageId }) => <MessageLink messageId={messageId} /> },
  {
    head: t.amount,
    isNumber: true,
    cell: (row) => <span class="nowrap">{amountWords(row, currency)}</span>,
  },
  {
    head: t.postedAfter,
    isNumber: true,
    cell: ({ postedAfterMinor }) => <span class="nowrap">{moneyText(postedAfterMinor, currency)}</span>,
  },
  {
    head: t.proof,
    cell: ({ digest }) => (
      <span class="mono nowrap" title={digest}>
        {digest.slice(0, 4)}…{digest.slice(-4)}
      </span>
    ),
  },
]

/** What was read last of the same account stays while what follows is read. */
const useLatest = (reading: ReadingStatus<Proof>, name: string): ReadingStatus<Proof> => {
  const kept = useRef<{ readonly name: string; readonly data: Proof | undefined }>({ name, data: undefined })
  if (reading.data !== undefined || kept.current.name !== name) kept.current = { name, data: reading.data }
  return { ...reading, data: kept.current.data }
}

interface ActivityProps {
  readonly account: ChosenAccount
  /** The number of the ledger's last entry. */
  readonly last: number
}

/** The newest entries of the ledger, with what each moved and what is posted after it. */
export const ActivityPanel = ({ account, last }: ActivityProps) => {
  const { organizationId, environment, currency } = account
  const [count, setCount] = useState(STEP)
  const afterSeq = Math.max(0, last - count)
  const asked = { organizationId, environment, currency, afterSeq, limit: Math.max(1, last - afterSeq) }
  const read = useReading('getLedgerProof', asked, { isKept: false })
  const reading = useLatest(read, `${environment} ${currency}`)
  return (
    <PanelBox title={t.activity}>
      <ReadingView reading={reading}>
        {(proof) => {
          const rows = rowsOf(proof)
          if (rows.length === 0) return <EmptyNote title={t.activityEmpty}>{t.activityEmptyHint}</EmptyNote>
          return (
            <>
              <DataTable
                label={t.activity}
                columns={columnsIn(currency)}
                rows={rows}
                keyOf={({ seq }) => String(seq)}
              />
              <div class="more">
                <span>{t.entriesShown(countText(rows.length), countText(proof.end.seq))}</span>
                {afterSeq > 0 && count < MOST && (
                  <button type="button" class="button" onClick={() => setCount(Math.min(MOST, count * 2))}>
                    {t.older}
                  </button>
                )}
              </div>
            </>
          )
        }}
      </ReadingView>
    </PanelBox>
  )
}
