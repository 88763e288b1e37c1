import type { ComponentType } from 'preact'
import type { Permission } from '@postrider/core/identity/domain/people/roles'
import { shortId } from '../../format/shown-text.js'
import { ERASURE_TEXTS } from '../../language/erasure-texts.js'
import { TabBar } from '../../parts/tab-bar.js'
import { address, pathParts, pathWith } from '../../state/address.js'
import { useTitle } from '../../state/title.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { mayHere } from '../state/access.js'
import { ConsentsTab } from './consents-tab.js'
import { ErasuresTab } from './erasures-tab.js'
import { FailuresTab } from './failures-tab.js'
import { OwnFoundList } from './found-list.js'
import { OwnMessageList } from './message-list.js'
import { OptOutsTab } from './opt-outs-tab.js'
import { OwnTrace } from './own-trace.js'
import { ReceivedTab } from './received-tab.js'
import { TryTab } from './try-tab.js'

interface MessageTab {
  readonly path: string
  readonly label: string
  readonly permission: Permission
  readonly part: ComponentType
}

/** The tabs next to the list, each at its own address. */
const TABS: readonly MessageTab[] = [
  { path: 'failures', label: t.tabs.failures, permission: 'messages.read', part: FailuresTab },
  { path: 'try', label: t.tabs.try, permission: 'credentials.manage', part: TryTab },
  { path: 'received', label: t.tabs.received, permission: 'messages.read', part: ReceivedTab },
  { path: 'opt-outs', label: t.tabs.optOuts, permission: 'messages.read', part: OptOutsTab },
  { path: 'consents', label: t.tabs.consents, permission: 'messages.read', part: ConsentsTab },
  { path: 'erasures', label: ERASURE_TEXTS.tab, permission: 'organization.manage', part: ErasuresTab },
]

const ListAndTrace = ({ open }: { open: string | undefined }) => {
  const { filters, memory } = address.value
  const { find } = memory
  useTitle(
    open === undefined ? t.title : shortId(open),
    open === undefined ? undefined : { title: t.title, href: pathWith('/messages', filters) },
  )
  return (
    <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      {find === undefined ? <OwnMessageList open={open} /> : <OwnFoundList searchText={find} open={open} />}
      {open !== undefined && <OwnTrace key={open} messageId={open} />}
    </div>
  )
}

const TabPane = ({ tab: { label, part: Part } }: { tab: MessageTab }) => {
  useTitle(label, { title: t.title, href: '/messages' })
  return (
    <div class="panes tabbed">
      <Part />
    </div>
  )
}

/**
 * The messages of the organization, live or searched for, with the trace of one. Further tabs show failures
 * and inbound messages.
 */
export const OwnMessagesScreen = () => {
  const tabs = TABS.filter(({ permission }) => mayHere(permission))
  const [, second] = pathParts.value
  const open = tabs.find(({ path }) => path === second)
  return (
    <>
      <TabBar
        label={t.title}
        tabs={[
          { href: '/messages', label: t.tabs.list, isCurrent: open === undefined },
          ...tabs.map((tab) => ({
            href: `/messages/${tab.path}`,
            label: tab.label,
            isCurrent: tab === open,
          })),
        ]}
      />
      {open === undefined ? <ListAndTrace open={second} /> : <TabPane key={open.path} tab={open} />}
    </>
  )
}
