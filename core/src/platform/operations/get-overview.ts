import { PERIODS, OVERVIEW_PERIODS } from '../domain/flow/periods.js'
import { throughputView } from './overview-view.js'
import { providerHealthView } from '../../providers/operations/views.js'
import { countedSince } from '../../otp/domain/breaker.js'
import { ADMIN_PERMISSIONS, type AdminPermission } from '../../identity/domain/people/roles.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { type EpochMs, HOUR_MS, isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { CallerFacts } from '../../identity/ports/people-storage.js'
import type { DatedReading } from '../../kernel/batching/shared-reading.js'
import type { OverviewFlow, OverviewGauges } from '../use-cases/status/read-overview.js'
import { type OperationNeeds, reading, shown } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { runAgainInTime } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { overviewFields, overviewParts } from './overview-shapes.js'

/**
 * The state of the platform: each part requires the permission of its area. The epoch is read after all
 * parts. PermissionDenied for a caller without any of these permissions.
 */
export const getOverviewEntry = entryOf('Platform', 'getOverview', {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  whileSuspended: true,
  summary: 'Show the state of the platform',
  description:
    'Includes throughput, backlog, unknown outcomes and OTPs with `admin.messages`, providers with `admin.providers`, and money with `admin.billing`. `waiting` and `stopped` depend on the permissions for each area. Parts that the caller may not see are omitted.',
  success: 'The current state of the platform.',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  controls: [],
  refusals: ['PermissionDenied'],
  live: runAgainInTime('message', 'act', 'receipt', 'deadLetter', 'account', 'prefixBlock'),
  request: readRequest(
    {
      period: defaulted(
        literalUnion(OVERVIEW_PERIODS, {
          description:
            'Period of the throughput: an hour in steps of a minute, a day in steps of 15 minutes, or 14 days in steps of an hour.',
        }),
        'hour',
      ),
    },
    {},
  ),
  result: readResult(overviewFields, overviewParts),
})

type May = (...permissions: readonly AdminPermission[]) => boolean

const timeOrNull = (atMs: EpochMs | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

/** The parts for people who manage messages. */
const aboutMessages = (
  { value: { figures, overview }, atMs }: DatedReading<OverviewGauges>,
  flow: FlowPart,
) => ({
  throughput: throughputView(flow),
  backlog: {
    lanes: overview.lanes.map(({ lane, waiting, sinceMs }) => ({
      lane,
      waiting,
      since: timeOrNull(sinceMs),
    })),
    organizations: overview.organizations,
  },
  unresolved: {
    unconfirmed: overview.unconfirmed,
    unconfirmedSince: timeOrNull(overview.unconfirmedSinceMs),
    pastCheck: figures.unconfirmed,
    deadLetters: figures.deadLetters,
    orphanReceipts: figures.orphanReceipts,
    contradictoryReceipts: figures.contradictoryReceipts,
    inboundTasks: figures.inboundTasks,
  },
  otps: { since: isoTime(countedSince(atMs)), sent: overview.otpsSent, verified: overview.otpsVerified },
})

/** The parts for people who manage providers. */
const aboutProviders = ({
  value: { providerAccounts, providerCalls, accountReports: reports },
  atMs,
}: DatedReading<OverviewGauges>) => ({
  providers: {
    since: isoTime(atMs - HOUR_MS),
    isSample: providerCalls.isSample,
    accounts: providerAccounts.map((account) =>
      providerHealthView(account, { calls: providerCalls.calls, reports, nowMs: atMs }),
    ),
  },
})

const aboutMoney = ({ value: { figures, overview } }: DatedReading<OverviewGauges>) => ({
  money: { held: overview.held, short: figures.shortAccounts },
})

const waitingFor = (may: May, { figures, overview }: OverviewGauges) => ({
  ...(may('admin.pricing', 'admin.billing') ? { approvals: figures.pendingApprovals } : {}),
  ...(may('admin.templates.review') ? { templateReviews: overview.templateReviews } : {}),
  ...(may('admin.support') ? { tickets: overview.openTickets, chats: overview.waitingChats } : {}),
})

const stoppedFor = (may: May, { figures }: OverviewGauges) => ({
  ...(may('admin.organizations') ? { organizations: figures.suspendedOrganizations } : {}),
  ...(may('admin.providers')
    ? {
        apps: figures.disabledApps,
        providerAccounts: figures.providerAccounts.filter(({ status }) => status === 'disabled').length,
        destinations: figures.blockedDestinations,
        prefixBlocks: figures.prefixBlocks,
      }
    : {}),
})

type FlowPart = Parameters<typeof throughputView>[0]

const mayOf =
  ({ admin }: CallerFacts): May =>
  (...permissions) =>
    permissions.some((permission) => admin?.permissions.includes(permission))

/** Reads both sources, if the caller may see any of their parts. */
const readBoth = async ({ overview }: OperationNeeds, period: keyof typeof PERIODS) => {
  const [gauges, flow] = await Promise.all([overview.gauges(), overview.flow(period)])
  if (E.isLeft(gauges)) return gauges
  if (E.isLeft(flow)) return flow
  return E.right({ gauges: gauges.right, flow: flow.right })
}

const flowPart = ({ value, atMs }: DatedReading<OverviewFlow>, period: keyof typeof PERIODS): FlowPart => ({
  ...value,
  stepMs: PERIODS[period].stepMs,
  nowMs: atMs,
})

export const getOverview = reading(getOverviewEntry, {
  read: async ({ request: { period }, facts }, needs) => {
    const may = mayOf(facts)
    if (!may(...ADMIN_PERMISSIONS)) return E.left(refusal('PermissionDenied'))
    const read = await readBoth(needs, period)
    if (E.isLeft(read)) return read
    const { gauges, flow } = read.right
    const epoch = await needs.storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const result = {
      asOf: isoTime(gauges.atMs),
      ...(may('admin.messages') ? aboutMessages(gauges, flowPart(flow, period)) : {}),
      ...(may('admin.providers') ? aboutProviders(gauges) : {}),
      ...(may('admin.billing') ? aboutMoney(gauges) : {}),
      waiting: waitingFor(may, gauges.value),
      stopped: stoppedFor(may, gauges.value),
    }
    return shown(epoch.right, result)
  },
})
