import type { ResultOf } from '@postrider/core/assembly/registry'
import { moneyText } from '../../format/money.js'
import { latencyText, rateText, shareText } from '../../format/quantities.js'
import { countText, shownText } from '../../format/shown-text.js'
import { durationText } from '../../format/times.js'
import { type FigureLevel, levelOf, OLDEST_LIMITS_MS, SUBMITTED_LIMITS_MS } from '../health/limits.js'
import { accountVerdict } from '../health/provider-verdict.js'
import { OVERVIEW_TEXTS as t } from './overview-texts.js'
import { agesOf, known, ratesOf, usualRange } from './flow-steps.js'

type Overview = ResultOf<'getOverview'>
type Held = NonNullable<Overview['money']>['held'][number]

/** One of the metrics at the top: its value, what is usual or wrong about it, and a link to the cause. */
export interface OverviewFigure {
  readonly label: string
  readonly figure: string
  readonly unit?: string
  readonly why: string
  readonly level: FigureLevel
  /** The path of the screen that shows the cause. */
  readonly path: string
  /** The values of the past steps, newest last; absent if the metric has no history. */
  readonly history?: readonly number[]
}

const MESSAGES_WAITING = '/messages?state=ACCEPTED'

const acceptedFigure = (throughput: NonNullable<Overview['throughput']>): OverviewFigure => {
  const rates = known(ratesOf(throughput, 'ACCEPTED'))
  const last = rates.at(-1)
  const usual = usualRange(rates.slice(0, -1))
  const isStill = last === 0 && usual !== undefined && usual[0] > 0
  return {
    label: t.accepted,
    figure: last === undefined ? t.none : rateText(last),
    ...(last === undefined ? {} : { unit: t.perSecond }),
    why:
      last === undefined
        ? t.notCounted
        : usual === undefined || usual[1] === 0
          ? t.ofLastMinute
          : t.usual(rateText(usual[0]), rateText(usual[1])),
    level: isStill ? 'amber' : '',
    path: '/messages',
    history: rates,
  }
}

const submittedFigure = (throughput: NonNullable<Overview['throughput']>): OverviewFigure => {
  const ages = known(agesOf(throughput))
  const lately = known(agesOf(throughput).slice(-6)).at(-1) ?? throughput.submittedP95Ms ?? undefined
  const level = levelOf(lately, SUBMITTED_LIMITS_MS)
  return {
    label: t.submitted,
    figure: lately === undefined ? t.none : latencyText(lately),
    ...(lately === undefined ? {} : { unit: t.p95 }),
    why: lately === undefined ? t.noneTaken : t.limit(latencyText(SUBMITTED_LIMITS_MS.soon)),
    level,
    path: MESSAGES_WAITING,
    history: ages,
  }
}

/** The lane whose oldest message has waited longest, and since when. */
export const oldestLane = (
  { lanes }: NonNullable<Overview['backlog']>,
  nowMs: number,
): { readonly lane: string; readonly ageMs: number } | undefined =>
  lanes
    .flatMap(({ lane, since }) => (since === null ? [] : [{ lane, ageMs: nowMs - Date.parse(since) }]))
    .toSorted((one, other) => other.ageMs - one.ageMs)[0]

const backlogFigure = (backlog: NonNullable<Overview['backlog']>, nowMs: number): OverviewFigure => {
  const waiting = backlog.lanes.reduce((sum, lane) => sum + lane.waiting, 0)
  const oldest = oldestLane(backlog, nowMs)
  return {
    label: t.backlog,
    figure: countText(waiting),
    unit: t.waiting,
    why: oldest === undefined ? t.nothingWaits : t.oldest(durationText(oldest.ageMs), oldest.lane),
    level: levelOf(oldest?.ageMs, OLDEST_LIMITS_MS),
    path: MESSAGES_WAITING,
  }
}

const providersFigure = ({ accounts }: NonNullable<Overview['providers']>, nowMs: number): OverviewFigure => {
  const inUse = accounts.filter(({ status }) => status === 'enabled')
  const well = inUse.filter((one) => ['well', 'idle'].includes(accountVerdict(one, nowMs))).length
  const named = (verdict: string) =>
    accounts.filter((one) => accountVerdict(one, nowMs) === verdict).map(({ name }) => shownText(name))
  const [failing, unsteady] = [named('failing'), named('unsteady')]
  const stopped = accounts.length - inUse.length
  const why = (): string => {
    if (failing.length > 1) return t.accountsFail(failing.length)
    if (failing.length === 1) return t.accountFails(failing[0] ?? '')
    if (inUse.length === 0) return t.noAccounts
    if (unsteady.length > 0) return t.accountUnsteady(unsteady[0] ?? '')
    return stopped > 0 ? t.accountsStopped(countText(stopped)) : t.byCalls
  }
  const isRed = failing.length > 0 || inUse.length === 0
  return {
    label: t.providers,
    figure: t.wellOf(countText(well), countText(inUse.length)),
    unit: t.well,
    why: why(),
    level: isRed ? 'red' : unsteady.length > 0 ? 'amber' : '',
    path: '/providers',
  }
}

/** Money held in production, largest amount first. If there is none, the money held for tests. */
const heldInOrder = (held: readonly Held[]): readonly Held[] => {
  const inProduction = held.filter(({ environment }) => environment === 'production')
  return (inProduction.length > 0 ? inProduction : held).toSorted(
    (one, other) => other.heldMinor - one.heldMinor || (one.currency < other.currency ? -1 : 1),
  )
}

const moneyFigure = ({ held, short }: NonNullable<Overview['money']>): OverviewFigure => {
  const [first, ...others] = heldInOrder(held)
  const ofProduction = short.filter(({ environment }) => environment === 'production')
  const sum = (pick: 'empty' | 'low'): number => ofProduction.reduce((all, one) => all + one[pick], 0)
  const [empty, low] = [sum('empty'), sum('low')]
  const why = (): string => {
    if (empty > 0) return t.accountsEmpty(empty)
    if (low > 0) return t.accountsLow(low)
    if (first?.environment === 'test') return t.ofTests
    const texts = others.map(({ heldMinor, currency }) => moneyText(heldMinor, currency))
    return texts.length === 0 ? t.byOpenMessages : t.and(texts.join(', '))
  }
  return {
    label: t.money,
    figure: first === undefined ? t.none : moneyText(first.heldMinor, first.currency),
    why: why(),
    level: empty > 0 ? 'red' : low > 0 ? 'amber' : '',
    path: '/organizations',
  }
}

/**
 * From `fewest` OTPs on, the breaker blocks a prefix whose share of verified OTPs is below `blocked`. A share
 * below `low` gets a warning.
 */
const OTP_LIMITS = { fewest: 30, blocked: 0.1, low: 0.5 }

const otpFigure = ({ sent, verified }: NonNullable<Overview['otps']>): OverviewFigure => {
  const share = sent === 0 ? undefined : verified / sent
  const isTelling = share !== undefined && sent >= OTP_LIMITS.fewest
  return {
    label: t.otps,
    figure: share === undefined ? t.none : shareText(share),
    ...(share === undefined ? {} : { unit: '%' }),
    why: share === undefined ? t.noOtps : t.otpsOf(countText(verified), countText(sent)),
    level: !isTelling || share >= OTP_LIMITS.low ? '' : share < OTP_LIMITS.blocked ? 'red' : 'amber',
    path: '/switches',
  }
}

/**
 * The number of unknown outcomes that a person must decide, and of those that still resolve by a delivery
 * report.
 */
const decisionText = (pastCheck: number, others: number): string =>
  others > 0 ? t.toDecideOf(countText(pastCheck), countText(others)) : t.toDecide(countText(pastCheck))

const unknownFigure = (
  { unconfirmed, unconfirmedSince, pastCheck }: NonNullable<Overview['unresolved']>,
  nowMs: number,
): OverviewFigure => ({
  label: t.unknown,
  figure: countText(unconfirmed),
  why:
    pastCheck > 0
      ? decisionText(pastCheck, unconfirmed - pastCheck)
      : unconfirmedSince === null
        ? t.nothingUnknown
        : t.oldestIs(durationText(nowMs - Date.parse(unconfirmedSince))),
  level: pastCheck > 0 ? 'red' : unconfirmed > 0 ? 'amber' : '',
  path: pastCheck > 0 ? '/reconciliation/unknown' : '/messages?state=UNCONFIRMED',
})

/** The metrics that show whether the platform is healthy, as far as the reader may see them. */
export const overviewFigures = (data: Overview, nowMs: number): readonly OverviewFigure[] => {
  const { throughput, backlog, providers, money, otps, unresolved } = data
  return [
    ...(throughput === undefined ? [] : [acceptedFigure(throughput), submittedFigure(throughput)]),
    ...(backlog === undefined ? [] : [backlogFigure(backlog, nowMs)]),
    ...(providers === undefined ? [] : [providersFigure(providers, nowMs)]),
    ...(money === undefined ? [] : [moneyFigure(money)]),
    ...(otps === undefined ? [] : [otpFigure(otps)]),
    ...(unresolved === undefined ? [] : [unknownFigure(unresolved, nowMs)]),
  ]
}
