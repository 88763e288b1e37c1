import { useState } from 'preact/hooks'
import { moneyText } from '../../format/money.js'
import { capitalized, countText, plainWords, shortId } from '../../format/shown-text.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { ForeignText, WhenText } from '../../parts/words.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import { mayHere } from '../state/access.js'
import { appWord } from '../state/own-apps.js'
import type { ChosenAccount } from './account-chosen.js'
import type { EntryContent } from './entry-content.js'
import { useLedgerPages } from './ledger-pages.js'
import type { LedgerRow } from './ledger-rows.js'

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

const columnsIn = (currency: string): readonly TableColumn<LedgerRow>[] => [
  { head: t.time, cell: ({ at }) => <WhenText at={at} /> },
  { head: t.what, cell: ({ type }) => typeWord(type) },
  {
    head: t.app,
    cell: ({ appId }) =>
      appId === undefined ? <span class="quiet">{t.allApps}</span> : <ForeignText text={appWord(appId)} />,
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
    cell: ({ postedAfterMinor }) =>
      postedAfterMinor === undefined ? (
        <span class="quiet">–</span>
      ) : (
        <span class="nowrap">{moneyText(postedAfterMinor, currency)}</span>
      ),
  },
  { head: t.entry, isNumber: true, cell: ({ seq }) => countText(seq) },
  {
    head: t.proof,
    cell: ({ digest }) => (
      <span class="mono nowrap" title={digest}>
        {digest.slice(0, 4)}…{digest.slice(-4)}
      </span>
    ),
  },
]

/** Jumps to an entry by its number, as the ledger proof names it. */
const EntryJump = ({ last, goTo }: { last: number; goTo(seq: number): void }) => {
  const [text, setText] = useState('')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        goTo(text === '' ? last : Number(text))
      }}
    >
      <label class="row small">
        <span class="nowrap">{t.fromEntry}</span>
        <input
          class="input"
          type="number"
          min={1}
          max={last}
          step={1}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        {t.showEntry}
      </button>
    </form>
  )
}

interface ActivityProps {
  readonly account: ChosenAccount
  /** The number of the ledger's last entry. */
  readonly last: number
}

const MANY = 20

/** The ledger, newest entries first, each with its amount and the posted balance after it. */
export const ActivityPanel = ({ account, last }: ActivityProps) => {
  const { currency } = account
  const list = useLedgerPages(account, last)
  return (
    <PanelBox title={t.activity} aside={last > MANY ? <EntryJump last={last} goTo={list.goTo} /> : undefined}>
      <ListView list={list} empty={<EmptyNote title={t.activityEmpty}>{t.activityEmptyHint}</EmptyNote>}>
        {(rows) => (
          <>
            <DataTable
              label={t.activity}
              columns={columnsIn(currency)}
              rows={rows}
              keyOf={({ seq }) => String(seq)}
            />
            <p class="under small quiet">
              {t.entriesShown(
                countText(rows[0]?.seq ?? 0),
                countText(rows.at(-1)?.seq ?? 0),
                countText(last),
              )}
            </p>
          </>
        )}
      </ListView>
    </PanelBox>
  )
}
