import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { useState } from 'preact/hooks'
import type { WrittenValues } from '../../forms/form-values.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { countText, plainWords, shownText } from '../../format/shown-text.js'
import { clockText } from '../../format/times.js'
import { channelWord } from '../../language/channel-words.js'
import { PROVIDERS_TEXTS as t } from '../../language/providers-texts.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { HistoryLink } from '../../parts/history-link.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { EmptyNote, FailedNote, ReadingView, StaleBar } from '../../parts/screen-states.js'
import { WhenText } from '../../parts/words.js'
import { type ReadingStatus, useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { type SwitchOrder, ThrowSwitch } from '../switches/throw-switch.js'

type Account = ResultOf<'listProviderAccounts'>['providerAccounts'][number]
type Health = ResultOf<'getProviderHealth'>['providers'][number]

interface AccountRow {
  readonly account: Account
  readonly health: Health | undefined
}

const writtenOf = (account: Account): WrittenValues => ({
  name: account.name,
  kind: account.kind,
  channels: account.channels,
  settings: JSON.stringify(account.settings, undefined, 2),
  maxConcurrent: String(account.maxConcurrent),
  ratePerSecond: account.ratePerSecond === null ? '' : String(account.ratePerSecond),
  timeoutMs: String(account.timeoutMs),
})

const AccountDialog = ({
  account,
  onClose,
  onDone,
}: {
  account?: Account | undefined
  onClose(): void
  onDone(): void
}) => (
  <OperationDialog
    operation="saveProviderAccount"
    title={account === undefined ? t.addTitle : t.changeTitle(account.name)}
    lead={account === undefined ? t.addLead : t.changeLead}
    fixed={
      account === undefined ? {} : { providerAccountId: account.providerAccountId, version: account.version }
    }
    without={['providerAccountId', 'version']}
    initial={account === undefined ? {} : writtenOf(account)}
    confirm={t.save}
    onClose={onClose}
    onDone={() => {
      say(t.saved)
      onDone()
    }}
  />
)

const countOf =
  (pick: (health: Health) => number) =>
  ({ health }: AccountRow) =>
    health === undefined ? '' : countText(pick(health))

const TONES = { up: 'good', connecting: 'quiet', refused: 'alarm', down: 'alarm' } as const

/** How an account stands now, since when, and what is wrong. */
const StandingCell = ({ health: row }: AccountRow) => {
  const standing = row?.health
  if (standing === undefined) return ''
  if (standing === null) return <span class="quiet">{t.unopened}</span>
  const { status, since, detail, sessions } = standing
  return (
    <>
      <TagWord tone={TONES[status]}>{t.standings[status]}</TagWord>{' '}
      <span class="small quiet">
        <WhenText at={since} />
        {sessions > 0 && `, ${t.sessions(sessions)}`}
      </span>
      {detail !== null && <div class="small">{shownText(detail)}</div>}
    </>
  )
}

const COLUMNS: readonly TableColumn<AccountRow>[] = [
  { head: t.name, cell: ({ account }) => <b class="strong">{shownText(account.name)}</b> },
  { head: t.kind, cell: ({ account }) => account.kind },
  { head: t.channels, cell: ({ account }) => account.channels.map(channelWord).join(', ') },
  {
    head: t.status,
    cell: ({ account: { status } }) => (
      <TagWord tone={status === 'enabled' ? 'good' : 'alarm'}>{t[status]}</TagWord>
    ),
  },
  { head: t.standing, cell: StandingCell },
  { head: t.taken, isNumber: true, cell: countOf(({ taken }) => taken) },
  {
    head: t.refused,
    isNumber: true,
    cell: countOf(
      ({ refusedHere, refusedForGood, refusedForNow }) => refusedHere + refusedForGood + refusedForNow,
    ),
  },
  { head: t.unknown, isNumber: true, cell: countOf(({ unknown }) => unknown) },
  { head: t.inFlight, isNumber: true, cell: countOf(({ inFlight }) => inFlight) },
  {
    head: t.lastFailure,
    cell: ({ health }) => {
      const last = health?.lastFailure
      if (last === undefined || last === null) return <span class="quiet">{t.none}</span>
      return (
        <>
          {shownText(last.detail ?? plainWords(last.outcome))}{' '}
          <span class="small quiet">
            <WhenText at={last.at} />
          </span>
        </>
      )
    },
  },
]

/** The dialog that gives an account another address for its callbacks; the address is shown once. */
const AddressDialog = ({
  account: { providerAccountId, version, name },
  onClose,
  onMade,
}: {
  account: Account
  onClose(): void
  onMade(callbackUrl: string | null): void
}) => (
  <OperationDialog
    operation="rotateCallbackToken"
    title={t.addressTitle(shownText(name))}
    lead={t.addressLead}
    fixed={{ providerAccountId, version }}
    confirm={t.addressDo}
    onClose={onClose}
    onDone={({ callbackUrl }) => onMade(callbackUrl)}
  />
)

type OpenDialog =
  | { readonly _tag: 'Account'; readonly account: Account | undefined }
  | { readonly _tag: 'Address'; readonly account: Account }
  | { readonly _tag: 'Switch'; readonly order: SwitchOrder }

/** What a row offers: to change the account or its callbacks' address, and to stop it or let it be used again. */
const actionsOf = (
  callbackKinds: readonly string[],
  onOpen: (dialog: OpenDialog) => void,
): TableColumn<AccountRow> => ({
  head: t.actions,
  isNumber: true,
  cell: ({ account }) => {
    const { providerAccountId: target, name, kind, status } = account
    const isOn = status === 'enabled'
    const order = { operation: isOn ? 'stopProviderAccount' : 'resumeProviderAccount', target, name } as const
    return (
      <span class="row end">
        <button type="button" class="button bare" onClick={() => onOpen({ _tag: 'Account', account })}>
          {t.change}
        </button>
        {callbackKinds.includes(kind) && (
          <button type="button" class="button bare" onClick={() => onOpen({ _tag: 'Address', account })}>
            {t.address}
          </button>
        )}
        <button type="button" class="button bare" onClick={() => onOpen({ _tag: 'Switch', order })}>
          {isOn ? t.stop : t.resume}
        </button>
        <HistoryLink target={target} />
      </span>
    )
  },
})

interface ProviderDialogProps {
  readonly open: OpenDialog | undefined
  onClose(): void
  onDone(): void
}

/** The dialog that is open, and after it a new address that is shown once. */
const ProviderDialog = ({ open, onClose, onDone }: ProviderDialogProps) => {
  const [made, setMade] = useState<string | null>()
  const showMade = (callbackUrl: string | null): void => {
    onDone()
    setMade(callbackUrl)
  }
  return (
    <>
      {open?._tag === 'Account' && <AccountDialog account={open.account} onClose={onClose} onDone={onDone} />}
      {open?._tag === 'Address' && (
        <AddressDialog account={open.account} onClose={onClose} onMade={showMade} />
      )}
      {open?._tag === 'Switch' && <ThrowSwitch order={open.order} onClose={onClose} onDone={onDone} />}
      {made !== undefined && (
        <ShownOnce values={made === null ? null : [made]} onClose={() => setMade(undefined)} />
      )}
    </>
  )
}

const HealthNote = ({ health }: { health: ReadingStatus<ResultOf<'getProviderHealth'>> }) =>
  health.data === undefined ? <FailedNote {...health} /> : <StaleBar {...health} />

/** The accounts by which messages leave, and what became of their calls lately. */
export const ProvidersScreen = () => {
  useTitle(t.title)
  const accounts = useReading('listProviderAccounts', {})
  const health = useReading('getProviderHealth', {})
  const [open, setOpen] = useState<OpenDialog>()
  const close = (): void => setOpen(undefined)
  const done = (): void => {
    close()
    accounts.retry()
  }
  const { data } = health
  const about = data && `${t.since(clockText(Date.parse(data.since)))}${data.isSample ? `, ${t.sample}` : ''}`
  const healthOf = (id: string) => data?.providers.find(({ providerAccountId }) => providerAccountId === id)
  return (
    <div class="page">
      <PanelBox
        title={t.accounts}
        aside={
          <>
            {about}
            <button
              type="button"
              class="button"
              onClick={() => setOpen({ _tag: 'Account', account: undefined })}
            >
              {t.add}
            </button>
          </>
        }
      >
        {accounts.error === undefined && health.error !== undefined && <HealthNote health={health} />}
        <ReadingView reading={accounts}>
          {({ providerAccounts, callbackKinds }) =>
            providerAccounts.length === 0 ? (
              <EmptyNote title={t.emptyTitle}>{t.empty}</EmptyNote>
            ) : (
              <DataTable
                label={t.accounts}
                columns={[...COLUMNS, actionsOf(callbackKinds, setOpen)]}
                rows={providerAccounts.map((account) => ({
                  account,
                  health: healthOf(account.providerAccountId),
                }))}
                keyOf={({ account }) => account.providerAccountId}
              />
            )
          }
        </ReadingView>
      </PanelBox>
      <ProviderDialog open={open} onClose={close} onDone={done} />
    </div>
  )
}
