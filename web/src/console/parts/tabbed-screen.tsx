import type { ComponentType } from 'preact'
import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { pathParts } from '../../state/address.js'
import { may } from '../state/access.js'
import { useTitle } from '../../state/title.js'
import { TabBar } from '../../parts/tab-bar.js'

/** A tab of a screen, for people with its permission. */
export interface TabEntry {
  /** The second part of its address. */
  readonly path: string
  readonly label: string
  readonly permission: AdminPermission
  readonly list: ComponentType
  /** Whether its tab is shown while it is not open. Default: true. */
  readonly isListed?: boolean
  /** The number of open tasks in the tab. */
  countOf?(): number
}

interface TabbedScreenProps {
  readonly title: string
  /** The address of the screen. */
  readonly path: string
  readonly tabs: readonly TabEntry[]
}

/**
 * A screen of several lists, each at its own address. The first list that the person may see is the default.
 */
export const TabbedScreen = ({ title, path, tabs }: TabbedScreenProps) => {
  const allowed = tabs.filter(({ permission }) => may(permission))
  const open = allowed.find((tab) => tab.path === pathParts.value[1]) ?? allowed[0]
  useTitle(title)
  if (open === undefined) return null
  const List = open.list
  const shown = allowed.filter((tab) => tab === open || tab.isListed !== false)
  return (
    <>
      <TabBar
        label={title}
        tabs={shown.map((tab) => ({
          href: `${path}/${tab.path}`,
          label: tab.label,
          isCurrent: tab === open,
          count: tab.countOf?.() ?? 0,
        }))}
      />
      <List />
    </>
  )
}
