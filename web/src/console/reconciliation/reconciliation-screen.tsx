import type { ResultOf } from '@postrider/core/assembly/registry'
import { RECONCILIATION_TEXTS as t } from './reconciliation-texts.js'
import { BULK_TEXTS } from './bulk-texts.js'
import { INBOUND_TEXTS } from './inbound-texts.js'
import { type TabEntry, TabbedScreen } from '../parts/tabbed-screen.js'
import { overview } from '../state/overview.js'
import { LoneBulk } from './bulk-pane.js'
import { DeadLetterList } from './dead-letter-list.js'
import { DriftList } from './drift-list.js'
import { InboundList } from './inbound-list.js'
import { ContradictionList, OrphanList } from './receipt-lists.js'
import { UnknownOutcomeList } from './unknown-outcome-list.js'
import { WebhookList } from './webhook-list.js'
import { WEBHOOK_LIST_TEXTS } from './webhook-texts.js'

type Unresolved = NonNullable<ResultOf<'getOverview'>['unresolved']>

/** The same counts as in the navigation and the overview. */
const counted = (pick: (unresolved: Unresolved) => number) => (): number => {
  const unresolved = overview.value?.data?.unresolved
  return unresolved === undefined ? 0 : pick(unresolved)
}

const TABS: readonly TabEntry[] = [
  {
    path: 'unknown',
    label: t.tabs.unknown,
    permission: 'admin.messages',
    list: UnknownOutcomeList,
    countOf: counted(({ pastCheck }) => pastCheck),
  },
  {
    path: 'dead',
    label: t.tabs.dead,
    permission: 'admin.messages',
    list: DeadLetterList,
    countOf: counted(({ deadLetters }) => deadLetters),
  },
  {
    path: 'orphans',
    label: t.tabs.orphans,
    permission: 'admin.messages',
    list: OrphanList,
    countOf: counted(({ orphanReceipts }) => orphanReceipts),
  },
  {
    path: 'contradictions',
    label: t.tabs.contradictions,
    permission: 'admin.messages',
    list: ContradictionList,
    countOf: counted(({ contradictoryReceipts }) => contradictoryReceipts),
  },
  {
    path: 'inbound',
    label: INBOUND_TEXTS.tab,
    permission: 'admin.messages',
    list: InboundList,
    countOf: counted(({ inboundTasks }) => inboundTasks),
  },
  { path: 'webhooks', label: WEBHOOK_LIST_TEXTS.tab, permission: 'admin.messages', list: WebhookList },
  { path: 'bulk', label: BULK_TEXTS.tab, permission: 'admin.messages', list: LoneBulk, isListed: false },
  { path: 'drift', label: t.tabs.drift, permission: 'admin.billing', list: DriftList },
]

/** Lists of records that need a person to investigate. */
export const ReconciliationScreen = () => <TabbedScreen title={t.title} path="/reconciliation" tabs={TABS} />
