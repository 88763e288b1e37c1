import type { ResultOf } from '@postrider/core/assembly/registry'
import { latencyText, shareText } from '../../format/quantities.js'
import { countText, shownText } from '../../format/shown-text.js'
import { durationText } from '../../format/times.js'
import { levelOf, OLDEST_LIMITS_MS } from '../health/limits.js'
import { accountVerdict, type AccountVerdict, endedCalls } from '../health/provider-verdict.js'
import { channelWord } from '../../language/channel-words.js'
import { failureWords } from '../../language/message-words.js'
import { OVERVIEW_TEXTS as t } from './overview-texts.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { Icon } from '../../parts/icons.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { pathWith } from '../../state/address.js'
import { capitalized } from '../../format/shown-text.js'
import type { Throughput } from './flow-steps.js'

type Overview = ResultOf<'getOverview'>
type Backlog = NonNullable<Overview['backlog']>
type Account = NonNullable<Overview['providers']>['accounts'][number]

const TONES = { '': '', amber: 'warn strong', red: 'alarm strong' } as const

/** The waiting messages by lane, next to their throughput. */
export const LanePanel = ({
  backlog,
  throughput,
  nowMs,
}: {
  backlog: Backlog
  throughput: Throughput | undefined
  nowMs: number
}) => {
  const flowOf = (lane: string) => throughput?.lanes.find((one) => one.lane === lane)
  return (
    <PanelBox title={t.lanes} aside={<a href={pathWith('/messages', { state: 'ACCEPTED' })}>{t.list}</a>}>
      <DataTable
        label={t.lanes}
        rows={backlog.lanes}
        keyOf={({ lane }) => lane}
        columns={[
          { head: t.lane, cell: ({ lane }) => <b class="strong">{lane}</b> },
          { head: t.waits, isNumber: true, cell: ({ waiting }) => countText(waiting) },
          {
            head: t.oldestHead,
            isNumber: true,
            cell: ({ since }) => {
              if (since === null) return <span class="quiet">{t.none}</span>
              const ageMs = nowMs - Date.parse(since)
              return <span class={TONES[levelOf(ageMs, OLDEST_LIMITS_MS)]}>{durationText(ageMs)}</span>
            },
          },
          {
            head: t.acceptedHead,
            isNumber: true,
            cell: ({ lane }) => countText(flowOf(lane)?.accepted ?? 0),
          },
          {
            head: t.p95Head,
            isNumber: true,
            cell: ({ lane }) => {
              const age = flowOf(lane)?.submittedP95Ms ?? null
              return age === null ? <span class="quiet">{t.none}</span> : latencyText(age)
            },
          },
        ]}
      />
    </PanelBox>
  )
}

/** The organizations whose messages wait, the largest backlog first. */
export const OrganizationPanel = ({ organizations }: Pick<Backlog, 'organizations'>) => (
  <PanelBox title={t.organizations}>
    {organizations.length === 0 ? (
      <EmptyNote title={t.noBacklog} />
    ) : (
      <DataTable
        label={t.organizations}
        rows={organizations}
        keyOf={({ organizationId }) => organizationId}
        hrefOf={({ organizationId }) => pathWith('/messages', { organizationId, state: 'ACCEPTED' })}
        columns={[
          { head: t.organization, cell: ({ displayName }) => <ForeignText text={displayName} /> },
          { head: t.waits, isNumber: true, cell: ({ waiting }) => countText(waiting) },
        ]}
      />
    )}
  </PanelBox>
)

const SHAPES: Readonly<Record<AccountVerdict, readonly [icon: string, tone: string]>> = {
  failing: ['triangle', 'alarm'],
  unsteady: ['triangle', 'warn'],
  stopped: ['stop', 'quiet'],
  idle: ['dot', 'quiet'],
  well: ['done', 'good'],
}

const ORDER = Object.keys(SHAPES)

const VerdictWord = ({ verdict }: { verdict: AccountVerdict }) => {
  const [icon, tone] = SHAPES[verdict]
  return (
    <span class={`state ${tone}`}>
      <Icon name={icon} />
      {t.verdicts[verdict]}
    </span>
  )
}

const accountColumns = (nowMs: number): readonly TableColumn<Account>[] => [
  { head: t.account, cell: ({ name }) => <b class="strong">{shownText(name)}</b> },
  { head: t.health, cell: (account) => <VerdictWord verdict={accountVerdict(account, nowMs)} /> },
  { head: t.calls, isNumber: true, cell: (account) => countText(endedCalls(account)) },
  {
    head: t.accepted,
    isNumber: true,
    cell: (account) => {
      const calls = endedCalls(account)
      return calls === 0 ? <span class="quiet">{t.none}</span> : `${shareText(account.accepted / calls)}%`
    },
  },
  { head: t.unknownHead, isNumber: true, cell: ({ unknown }) => countText(unknown) },
]

/** The provider accounts, unhealthiest first. */
export const AccountPanel = ({ accounts, nowMs }: { accounts: readonly Account[]; nowMs: number }) => {
  const rank = (account: Account): number => ORDER.indexOf(accountVerdict(account, nowMs))
  return (
    <PanelBox title={t.accounts} aside={<a href="/providers">{t.all(countText(accounts.length))}</a>}>
      {accounts.length === 0 ? (
        <EmptyNote title={t.noAccounts} />
      ) : (
        <DataTable
          label={t.accounts}
          rows={accounts.toSorted((one, other) => rank(one) - rank(other)).slice(0, 8)}
          keyOf={({ providerAccountId }) => providerAccountId}
          columns={accountColumns(nowMs)}
        />
      )}
    </PanelBox>
  )
}

/** The channels that messages used, and why some messages failed. */
export const EndingPanel = ({ throughput: { channels, failureCodes } }: { throughput: Throughput }) => (
  <PanelBox title={t.endings}>
    {failureCodes.length === 0 ? (
      <EmptyNote title={t.noEndings}>
        {channels
          .map(({ channel, accepted }) => `${channelWord(channel)} ${countText(accepted)}`)
          .join(' · ')}
      </EmptyNote>
    ) : (
      <DataTable
        label={t.endings}
        rows={failureCodes.toSorted((one, other) => other.count - one.count)}
        keyOf={({ failureCode }) => failureCode}
        columns={[
          {
            head: t.reason,
            cell: ({ failureCode }) => capitalized(failureWords(failureCode)),
          },
          { head: t.counts, isNumber: true, cell: ({ count }) => countText(count) },
        ]}
      />
    )}
  </PanelBox>
)
