import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { countText, plainWords, shownText } from '../../format/shown-text.js'
import { shareText } from '../../format/quantities.js'
import { clockText } from '../../format/times.js'
import { channelWord } from '../../language/channel-words.js'
import { PROVIDERS_TEXTS as t } from './providers-texts.js'
import { ActionMenu } from '../../parts/action-menu.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { HistoryLink } from '../parts/history-link.js'
import { EmptyNote, FailedNote, ReadingView, StaleBar } from '../../parts/screen-states.js'
import { DatedText } from '../../parts/words.js'
import { nowMs } from '../../state/connection.js'
import { accountVerdict, type AccountVerdict, endedCalls, failedShare } from '../health/provider-verdict.js'
import { type ReadingStatus, useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import type { ListedAccount } from './account-dialog.js'
import type { ListedKind } from './account-fields.js'
import { NumberPrefixPanel } from './number-prefixes.js'
import { type OpenDialog, ProviderDialog } from './provider-dialog.js'
import { UnreadablePanel } from './unreadable-list.js'

type Health = ResultOf<'getProviderHealth'>['providers'][number]

interface AccountRow {
  readonly account: ListedAccount
  readonly health: Health | undefined
}

const countOf =
  (pick: (health: Health) => number) =>
  ({ health }: AccountRow) =>
    health === undefined ? '' : countText(pick(health))

/** Unhealthiest first. */
const VERDICTS: readonly AccountVerdict[] = ['failing', 'unsteady', 'stopped', 'well', 'idle']
const VERDICT_TONES = {
  failing: 'alarm',
  unsteady: 'warn',
  stopped: 'quiet',
  well: 'good',
  idle: 'quiet',
} as const

const verdictOf = ({ health }: AccountRow): AccountVerdict | undefined =>
  health && accountVerdict(health, nowMs.value)

/** Sorts failing accounts first. The others keep their order. */
const worstFirst = (rows: readonly AccountRow[]): readonly AccountRow[] => {
  const rank = (row: AccountRow): number => VERDICTS.indexOf(verdictOf(row) ?? 'well')
  return rows.toSorted((one, other) => rank(one) - rank(other))
}

/** The verdict that the navigation and the overview count, with its reason. */
const VerdictCell = (row: AccountRow) => {
  const { health } = row
  const verdict = verdictOf(row)
  if (health === undefined || verdict === undefined) return ''
  return (
    <div>
      <TagWord tone={VERDICT_TONES[verdict]}>{t.verdicts[verdict]}</TagWord>
      {endedCalls(health) > 0 && (
        <div class="small quiet nowrap">{t.failedCalls(`${shareText(failedShare(health))}%`)}</div>
      )}
    </div>
  )
}

const TONES = { up: 'good', connecting: 'quiet', refused: 'alarm', down: 'alarm' } as const

/** The current status of an account, since when, and what is wrong. */
const StatusCell = ({ health: row }: AccountRow) => {
  const health = row?.health
  if (health === undefined) return ''
  if (health === null) return <span class="quiet">{t.unopened}</span>
  const { status, since, detail, sessions, circuitsOpen, processes } = health
  return (
    <div>
      <TagWord tone={TONES[status]}>{t.connections[status]}</TagWord>{' '}
      <span class="small quiet">
        <DatedText at={since} />
        {sessions > 0 && `, ${t.sessions(sessions)}`}
      </span>
      {circuitsOpen > 0 && <div class="small">{t.leftAlone(circuitsOpen, processes)}</div>}
      {detail !== null && <div class="small">{shownText(detail)}</div>}
    </div>
  )
}

const COLUMNS: readonly TableColumn<AccountRow>[] = [
  {
    head: t.name,
    cell: ({ account: { name, kind, channels, status } }) => (
      <>
        <b class="strong">{shownText(name)}</b>{' '}
        {status === 'disabled' && <TagWord tone="alarm">{t.disabled}</TagWord>}
        <div class="small quiet">
          {kind}: {channels.map(channelWord).join(', ')}
        </div>
      </>
    ),
  },
  { head: t.verdict, cell: VerdictCell },
  { head: t.connection, cell: StatusCell },
  { head: t.accepted, isNumber: true, cell: countOf(({ accepted }) => accepted) },
  {
    head: t.refused,
    isNumber: true,
    cell: countOf(
      ({ rejectedByRoute, permanentFailure, transientFailure }) =>
        rejectedByRoute + permanentFailure + transientFailure,
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
        <span>
          {shownText(last.detail ?? plainWords(last.outcome))}{' '}
          <span class="small quiet">
            <DatedText at={last.at} />
          </span>
        </span>
      )
    },
  },
]

/** The actions of a row: change the account or its callback address, and disable or enable it. */
const actionsOf = (
  kinds: readonly ListedKind[],
  onOpen: (dialog: OpenDialog) => void,
): TableColumn<AccountRow> => ({
  head: t.actions,
  isNumber: true,
  cell: ({ account }) => {
    const { providerAccountId: target, name, kind, status } = account
    const isOn = status === 'enabled'
    const order = { operation: isOn ? 'stopProviderAccount' : 'resumeProviderAccount', target, name } as const
    return (
      <span class="row end one">
        <button
          type="button"
          class={isOn ? 'button bare alarm' : 'button bare'}
          onClick={() => onOpen({ _tag: 'Switch', order })}
        >
          {isOn ? t.stop : t.resume}
        </button>
        <ActionMenu label={t.actionsOf(shownText(name))}>
          <button type="button" class="button bare" onClick={() => onOpen({ _tag: 'Account', account })}>
            {t.change}
          </button>
          {kinds.some((one) => one.kind === kind && one.takesCallbacks) && (
            <button type="button" class="button bare" onClick={() => onOpen({ _tag: 'Address', account })}>
              {t.address}
            </button>
          )}
          <HistoryLink target={target} />
        </ActionMenu>
      </span>
    )
  },
})

const HealthNote = ({ health }: { health: ReadingStatus<ResultOf<'getProviderHealth'>> }) =>
  health.data === undefined ? <FailedNote {...health} /> : <StaleBar {...health} />

/** Provider accounts and the results of their recent calls. */
export const ProvidersScreen = () => {
  useTitle(t.title)
  const accounts = useReading('listProviderAccounts', {})
  const health = useReading('getProviderHealth', {})
  const kinds = useReading('listProviderKinds', {}).data?.providerKinds ?? []
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
          {({ providerAccounts }) =>
            providerAccounts.length === 0 ? (
              <EmptyNote title={t.emptyTitle}>{t.empty}</EmptyNote>
            ) : (
              <DataTable
                label={t.accounts}
                columns={[...COLUMNS, actionsOf(kinds, setOpen)]}
                rows={worstFirst(
                  providerAccounts.map((account) => ({
                    account,
                    health: healthOf(account.providerAccountId),
                  })),
                )}
                keyOf={({ account }) => account.providerAccountId}
              />
            )
          }
        </ReadingView>
      </PanelBox>
      <UnreadablePanel />
      <NumberPrefixPanel />
      <ProviderDialog open={open} kinds={kinds} onClose={close} onDone={done} />
    </div>
  )
}
