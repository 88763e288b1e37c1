import type { ResultOf } from '@postrider/core/assembly/registry'
import { shareText } from '../../format/quantities.js'
import { shownText } from '../../format/shown-text.js'
import { clockText, durationText } from '../../format/times.js'
import { levelOf, OLDEST_LIMITS_MS } from '../health/limits.js'
import { accountVerdict, failedShare } from '../health/provider-verdict.js'
import { OVERVIEW_TEXTS as t } from './overview-texts.js'
import { oldestLane } from './overview-figures.js'

type Overview = ResultOf<'getOverview'>

/** An open task: what it is, why it matters, and where it is done. */
export interface WaitingItem {
  readonly key: string
  readonly tone: 'alarm' | 'warn' | ''
  readonly icon: string
  readonly title: string
  readonly why: string
  readonly path: string
  readonly verb: string
}

const wrong = (
  key: string,
  tone: 'alarm' | 'warn',
  count: number,
  title: (count: number) => string,
  why: string,
  path: string,
): readonly WaitingItem[] =>
  count === 0 ? [] : [{ key, tone, icon: 'triangle', title: title(count), why, path, verb: t.look }]

const ofProviders = ({ providers }: Overview, nowMs: number): readonly WaitingItem[] =>
  (providers?.accounts ?? [])
    .filter((one) => accountVerdict(one, nowMs) === 'failing')
    .map((one) => ({
      key: one.providerAccountId,
      tone: 'alarm',
      icon: 'triangle',
      title: t.items.failing(`${shareText(failedShare(one))}%`),
      why: t.items.failingAt(shownText(one.name), clockText(Date.parse(one.lastFailure?.at ?? ''))),
      path: '/providers',
      verb: t.look,
    }))

const ofBacklog = ({ backlog }: Overview, nowMs: number): readonly WaitingItem[] => {
  const oldest = backlog && oldestLane(backlog, nowMs)
  const level = levelOf(oldest?.ageMs, OLDEST_LIMITS_MS)
  if (oldest === undefined || level === '') return []
  return [
    {
      key: 'backlog',
      tone: level === 'red' ? 'alarm' : 'warn',
      icon: 'triangle',
      title: t.items.old(oldest.lane, durationText(oldest.ageMs)),
      why: t.items.oldWhy(durationText(OLDEST_LIMITS_MS.now)),
      path: '/messages?state=ACCEPTED',
      verb: t.look,
    },
  ]
}

const waits = (
  icon: string,
  count: number | undefined,
  title: (count: number) => string,
  why: string,
  path: string,
  verb: string,
): readonly WaitingItem[] =>
  count === undefined || count === 0
    ? []
    : [{ key: `${icon} ${verb}`, tone: '', icon, title: title(count), why, path, verb }]

/** The delivery reports and inbound messages that need a decision. */
const ofInbound = ({ unresolved }: Overview): readonly WaitingItem[] => {
  const { items } = t
  return [
    ...wrong(
      'orphans',
      'warn',
      unresolved?.orphanReceipts ?? 0,
      items.orphans,
      items.orphansWhy,
      '/reconciliation/orphans',
    ),
    ...wrong(
      'contradictions',
      'warn',
      unresolved?.contradictoryReceipts ?? 0,
      items.contradictions,
      items.contradictionsWhy,
      '/reconciliation/contradictions',
    ),
    ...wrong(
      'inbound',
      'warn',
      unresolved?.inboundTasks ?? 0,
      items.inbound,
      items.inboundWhy,
      '/reconciliation/inbound',
    ),
  ]
}

/** The open tasks; those that affect customers come first. */
export const workItems = (data: Overview, nowMs: number): readonly WaitingItem[] => {
  const { unresolved, waiting, stopped, money } = data
  const { items } = t
  const empty = money?.short.find(({ environment }) => environment === 'production')?.empty ?? 0
  return [
    ...wrong(
      'unknown',
      'alarm',
      unresolved?.pastCheck ?? 0,
      items.unknown,
      items.unknownWhy,
      '/reconciliation/unknown',
    ),
    ...wrong(
      'dead',
      'alarm',
      unresolved?.deadLetters ?? 0,
      items.dead,
      items.deadWhy,
      '/reconciliation/dead',
    ),
    ...ofProviders(data, nowMs),
    ...wrong('empty', 'alarm', empty, items.empty, items.emptyWhy, '/organizations'),
    ...ofBacklog(data, nowMs),
    ...ofInbound(data),
    ...wrong('blocks', 'warn', stopped?.prefixBlocks ?? 0, items.blocks, items.blocksWhy, '/switches'),
    ...waits('support', waiting?.chats, items.chats, items.chatsWhy, '/support', t.answer),
    ...waits(
      'templates',
      waiting?.templateReviews,
      items.templates,
      items.templatesWhy,
      '/templates',
      t.judge,
    ),
    ...waits('lock', waiting?.approvals, items.approvals, items.approvalsWhy, '/approvals', t.decide),
    ...waits('support', waiting?.tickets, items.tickets, items.ticketsWhy, '/support', t.look),
  ]
}
