import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized, countText } from '../../format/shown-text.js'
import { timeText } from '../../format/times.js'
import { channelWord } from '../../language/channel-words.js'
import { CHANNELS_SHOWN } from '../../language/choices.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { address, pathWith } from '../../state/address.js'
import { nowMs } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { failureWords } from '../../language/message-words.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { ownEnvironments } from '../state/own-apps.js'
import { ENVIRONMENTS } from './message-list.js'

type Failures = ResultOf<'getOrganizationFailures'>
type Cause = Failures['causes'][number]

const PERIODS = ['day', 'week', 'month'] as const

/**
 * The counted range and environment: those in the address, by default the last week of production, if there
 * is one.
 */
const countedFailures = () => {
  const { period, channel, environment } = address.value.filters
  const [usual = 'production'] = ownEnvironments.value
  return {
    period: PERIODS.find((one) => one === period) ?? 'week',
    environment: ENVIRONMENTS.find((one) => one === environment) ?? usual,
    channel: CHANNELS_SHOWN.find((one) => one === channel),
  }
}

const messagesPath = (failureCode: string): string => {
  const { channel, environment } = countedFailures()
  return pathWith('/messages', { channel, environment, failureCode })
}

const shareText = (part: number, whole: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(
    whole === 0 ? 0 : part / whole,
  )

const COLUMNS: readonly TableColumn<Cause>[] = [
  {
    head: t.cause,
    cell: ({ failureCode, meaning = t.noReasonText, channels }) => (
      <>
        <b class="strong">{failureCode === null ? t.noReason : capitalized(failureWords(failureCode))}</b>
        <div class="small quiet">{meaning}</div>
        <div class="small quiet">
          {channels.map(({ channel, count }) => `${channelWord(channel)} ${countText(count)}`).join(' · ')}
        </div>
      </>
    ),
  },
  { head: t.count, isNumber: true, cell: ({ count }) => countText(count) },
  {
    head: t.whatToDo,
    cell: ({ owner, advice }) => (
      <div class="stack">
        {advice !== undefined && <span>{advice}</span>}
        {owner !== undefined && (
          <span>
            <TagWord tone={owner === 'sender' ? 'warn' : ''}>{t.owners[owner]}</TagWord>
          </span>
        )}
      </div>
    ),
  },
  {
    head: '',
    cell: ({ failureCode }) =>
      failureCode !== null && (
        <a class="nowrap" href={messagesPath(failureCode)}>
          {t.showThem}
        </a>
      ),
  },
]

const OPTIONS: readonly FilterOption[] = [
  {
    name: 'period',
    label: t.period,
    values: PERIODS,
    usual: () => 'week',
    wordOf: (value) => t.periods[value] ?? value,
  },
  {
    name: 'environment',
    label: t.environment,
    values: ENVIRONMENTS,
    usual: () => ownEnvironments.value[0] ?? 'production',
    wordOf: (value) => t.environments[value] ?? value,
  },
  { name: 'channel', label: t.channel, values: CHANNELS_SHOWN, wordOf: channelWord },
]

const Causes = ({ failures }: { failures: Failures }) => {
  const { period, environment } = countedFailures()
  const { accepted, failed, causes, countedUntil, isComplete } = failures
  return (
    <>
      <p>
        <b class="strong">
          {t.periodIn(t.periods[period] ?? period, t.environments[environment] ?? environment)}
        </b>{' '}
        {t.failed(countText(failed), countText(accepted), shareText(failed, accepted))}
        <span class="small quiet">
          {' '}
          {countedUntil === null
            ? t.notCounted
            : t.countedUntil(timeText(Date.parse(countedUntil), nowMs.value))}{' '}
          {!isComplete && t.incomplete}
        </span>
      </p>
      {causes.length === 0 ? (
        <EmptyNote title={t.noFailures}>{t.noFailuresText}</EmptyNote>
      ) : (
        <DataTable
          label={t.tabs.failures}
          columns={COLUMNS}
          rows={causes}
          keyOf={({ failureCode }) => failureCode ?? ''}
        />
      )}
    </>
  )
}

/** The failed messages by reason, with what to do about each. */
export const FailuresTab = () => {
  const { period, environment, channel } = countedFailures()
  const reading = useReading('getOrganizationFailures', {
    organizationId: shownOrganizationId.value ?? '',
    period,
    environment,
    ...(channel === undefined ? {} : { channel }),
  })
  return (
    <section class="pane" aria-label={t.tabs.failures}>
      <div class="head">
        <FilterBar options={OPTIONS} />
      </div>
      <div class="fit">
        <div class="in stack wide">
          <ReadingView reading={reading}>{(failures) => <Causes failures={failures} />}</ReadingView>
        </div>
      </div>
    </section>
  )
}
