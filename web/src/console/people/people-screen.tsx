import { PEOPLE_TEXTS as t } from './people-texts.js'
import { type TabEntry, TabbedScreen } from '../parts/tabbed-screen.js'
import { AdminList } from './admin-list.js'
import { AgentKeyList } from './agent-key-list.js'
import { ErasureList } from './erasure-list.js'
import { SuppressionList } from './suppression-list.js'

const TABS: readonly TabEntry[] = [
  { path: 'admins', label: t.tabs.admins, permission: 'admin.users', list: AdminList },
  { path: 'keys', label: t.tabs.keys, permission: 'admin.agentKeys', list: AgentKeyList },
  { path: 'suppressions', label: t.tabs.suppressions, permission: 'admin.messages', list: SuppressionList },
  { path: 'erasures', label: t.tabs.erasures, permission: 'admin.messages', list: ErasureList },
]

/** Super admins, Agent keys, suppressions and erasures. */
export const PeopleScreen = () => <TabbedScreen title={t.title} path="/people" tabs={TABS} />
