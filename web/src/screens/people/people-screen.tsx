import { PEOPLE_TEXTS as t } from '../../language/people-texts.js'
import { TabBar } from '../../parts/tab-bar.js'
import { pathParts } from '../../state/address.js'
import { may } from '../../state/connection.js'
import { useTitle } from '../../state/title.js'
import { AdminList } from './admin-list.js'
import { AgentKeyList } from './agent-key-list.js'
import { SuppressionList } from './suppression-list.js'

const TABS = [
  { path: 'admins', label: t.tabs.admins, permission: 'admin.users', list: AdminList },
  { path: 'keys', label: t.tabs.keys, permission: 'admin.agentKeys', list: AgentKeyList },
  { path: 'suppressions', label: t.tabs.suppressions, permission: 'admin.messages', list: SuppressionList },
] as const

/** Who administers the platform, which programs act for people, and who is sent nothing. */
export const PeopleScreen = () => {
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
          href: `/people/${path}`,
          label,
          isCurrent: path === open.path,
        }))}
      />
      <List />
    </>
  )
}
