import type { ResultOf } from '@postrider/core/assembly/registry'
import { moneyText } from '../../format/money.js'
import { capitalized, countText } from '../../format/shown-text.js'
import { FigureTile, PanelBox } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { pathWith } from '../../state/address.js'
import { nowMs } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { DASHBOARD_TEXTS as t } from './dashboard-texts.js'
import { OWN_MESSAGES_TEXTS } from '../messages/messages-texts.js'
import { mayHere, membership } from '../state/access.js'
import { failureWords } from '../../language/message-words.js'
import { ownEnvironments } from '../state/own-apps.js'

type Failures = ResultOf<'getOrganizationFailures'>

const DAY_MS = 86_400_000
const MOST_CAUSES = 5
const MANY = 100

const causeWord = (code: string | null): string =>
  code === null ? OWN_MESSAGES_TEXTS.noReason : capitalized(failureWords(code))

const CauseList = ({ failures, environment }: { failures: Failures; environment: string }) => (
  <PanelBox
    title={t.causes}
    aside={<a href={pathWith('/messages/failures', { environment, period: 'day' })}>{t.allFailures}</a>}
  >
    {failures.causes.length === 0 ? (
      <p class="in quiet">{t.noFailures}</p>
    ) : (
      <ul class="rows">
        {failures.causes.slice(0, MOST_CAUSES).map(({ failureCode, count }) => (
          <li key={failureCode ?? ''}>
            <div>
              {failureCode === null ? (
                causeWord(null)
              ) : (
                <a href={pathWith('/messages', { environment, failureCode })}>{causeWord(failureCode)}</a>
              )}
            </div>
            <b class="strong push">{countText(count)}</b>
          </li>
        ))}
      </ul>
    )}
  </PanelBox>
)

const countOrMore = (count: number): string => (count >= MANY ? `${countText(MANY)}+` : countText(count))

/** The templates and tickets that wait for the customer or for a review. */
const WaitingList = ({ organizationId }: { organizationId: string }) => {
  const templates = useReading(
    'listCustomerTemplateDrafts',
    mayHere('templates.manage') ? { organizationId, limit: MANY } : undefined,
  )
  const tickets = useReading(
    'listCustomerSupportTickets',
    mayHere('support.use') ? { organizationId, status: 'waiting_customer', limit: MANY } : undefined,
  )
  const drafts = templates.data?.drafts ?? []
  const counted = (test: (draft: (typeof drafts)[number]) => boolean): number => drafts.filter(test).length
  const rows = [
    [t.tickets, tickets.data?.tickets.length ?? 0, '/support'],
    [t.refusedIds, counted(({ entered }) => entered?.refused !== undefined), '/templates'],
    [t.refusedTemplates, counted(({ state }) => state === 'rejected'), '/templates'],
    [
      t.inReview,
      counted(({ state }) => state === 'internal_review' || state === 'pending_vendor'),
      '/templates',
    ],
  ] as const
  const waiting = rows.filter(([, count]) => count > 0)
  return (
    <PanelBox title={t.waiting}>
      {waiting.length === 0 ? (
        <p class="in quiet">{t.nothingWaits}</p>
      ) : (
        <ul class="rows">
          {waiting.map(([label, count, href]) => (
            <li key={label}>
              <div>
                <a href={href}>{label}</a>
              </div>
              <b class="strong push">{countOrMore(count)}</b>
            </li>
          ))}
        </ul>
      )}
    </PanelBox>
  )
}

const SpendTile = ({
  organizationId,
  environment,
}: {
  organizationId: string
  environment: 'test' | 'production'
}) => {
  const currency = membership.value?.organization.defaultCurrency ?? ''
  const from = Math.floor(nowMs.value / DAY_MS) * DAY_MS
  const request = mayHere('billing.read')
    ? { organizationId, environment, currency, from, to: from + DAY_MS, by: [], step: 'day' as const }
    : undefined
  const { data } = useReading('listDailyUsage', request)
  if (request === undefined) return null
  const spent = data?.days.reduce((sum, { settledMinor }) => sum + settledMinor, 0)
  return (
    <FigureTile
      label={t.spend}
      figure={spent === undefined ? '…' : moneyText(spent, currency)}
      why={t.spendWhy}
      href={pathWith('/billing', { environment, currency })}
    />
  )
}

/** An organization's last day at a glance: deliveries, spend, failures by cause, and all pending items. */
export const DashboardPanel = ({ organizationId }: { organizationId: string }) => {
  const [environment = 'production'] = ownEnvironments.value
  const reading = useReading('getOrganizationFailures', { organizationId, period: 'day', environment })
  return (
    <ReadingView reading={reading}>
      {(failures) => (
        <div class="stack wide">
          <div class="tiles flow">
            <FigureTile
              label={t.delivered}
              figure={countText(failures.delivered)}
              why={t.ofAccepted(countText(failures.accepted))}
              href={pathWith('/messages', { environment })}
            />
            <FigureTile
              label={t.failed}
              figure={countText(failures.failed)}
              why={t.lastDay(t.environments[environment])}
              tone={failures.failed > 0 ? 'amber' : ''}
              href={pathWith('/messages/failures', { environment, period: 'day' })}
            />
            <SpendTile organizationId={organizationId} environment={environment} />
          </div>
          <div class="cols half">
            <CauseList failures={failures} environment={environment} />
            <WaitingList organizationId={organizationId} />
          </div>
        </div>
      )}
    </ReadingView>
  )
}
