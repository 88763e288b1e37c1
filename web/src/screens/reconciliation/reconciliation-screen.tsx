import type { ComponentType } from 'preact'
import { RECONCILIATION_TEXTS as t } from '../../language/reconciliation-texts.js'
import { TabBar } from '../../parts/tab-bar.js'
import { pathParts } from '../../state/address.js'
import { may } from '../../state/connection.js'
import { useTitle } from '../../state/title.js'
import { DeadLetterList } from './dead-letter-list.js'
import { DriftList } from './drift-list.js'
import { ContradictionList, OrphanList } from './receipt-lists.js'
import { UnknownOutcomeList } from './unknown-outcome-list.js'

interface QueueTab {
  readonly path: string
  readonly label: string
  readonly permission: 'admin.messages' | 'admin.billing'
  readonly list: ComponentType
}

const TABS: readonly QueueTab[] = [
  { path: 'unknown', label: t.tabs.unknown, permission: 'admin.messages', list: UnknownOutcomeList },
  { path: 'dead', label: t.tabs.dead, permission: 'admin.messages', list: DeadLetterList },
  { path: 'orphans', label: t.tabs.orphans, permission: 'admin.messages', list: OrphanList },
  {
    path: 'contradictions',
    label: t.tabs.contradictions,
    permission: 'admin.messages',
    list: ContradictionList,
  },
  { path: 'drift', label: t.tabs.drift, permission: 'admin.billing', list: DriftList },
]

/** What does not add up, and waits for somebody who finds out. */
export const ReconciliationScreen = () => {
  const tabs = TABS.filter(({ permission }) => may(permission))
  const open = tabs.find(({ path }) => path === pathParts.value[1]) ?? tabs[0]
  useTitle(t.title)
  if (open === undefined) return null
  const List = open.list
  return (
    <>
      <TabBar
        label={t.title}
        tabs={tabs.map(({ path, label }) => ({
          href: `/reconciliation/${path}`,
          label,
          isCurrent: path === open.path,
        }))}
      />
      <List />
    </>
  )
}
