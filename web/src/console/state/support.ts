import type { ResultOf } from '@postrider/core/assembly/registry'
import { computed, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { useReading } from '../../state/reading.js'
import { titleCount } from '../../state/title.js'
import { SUPPORT_TEXTS as t } from '../support/support-texts.js'
import { may } from './access.js'
import { overview } from './overview.js'

type Case = ResultOf<'listSupportCases'>['cases'][number]

const SEEN = 'postrider.support-seen'
const NOTIFIES = 'postrider.support-notifies'

const storedSeen = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

/** The latest change of each ticket or chat that was seen in this browser, by its identifier. */
const seen = signal(storedSeen())

/** The open tickets and chats that are assigned to the reader. */
const ownCases = signal<readonly Case[]>([])

const partOf = ({ ticket, chat }: Case) =>
  ticket === undefined
    ? { id: chat?.chatId ?? '', updatedAt: chat?.updatedAt ?? '' }
    : { id: ticket.ticketId, updatedAt: ticket.updatedAt }

/** Whether one of the reader's own tickets or chats has changed since they last saw it. */
export const isUnread = (id: string): boolean =>
  ownCases.value.some((one) => {
    const part = partOf(one)
    return part.id === id && part.updatedAt > (seen.value[id] ?? '')
  })

/** The number of the reader's own tickets and chats with changes. */
export const unreadCases = computed(() => ownCases.value.filter((one) => isUnread(partOf(one).id)).length)

/** Records that the reader has seen a ticket or a chat in its current state. */
export const markSeen = (id: string, updatedAt: string): void => {
  if ((seen.value[id] ?? '') >= updatedAt) return
  const own = new Set(ownCases.value.map((one) => partOf(one).id))
  // Closed tickets and chats are removed from the store.
  const kept = Object.entries(seen.value).filter(([one]) => own.has(one))
  seen.value = { ...Object.fromEntries(kept), [id]: updatedAt }
  localStorage.setItem(SEEN, JSON.stringify(seen.value))
}

/** The number of tickets and chats that need a reply: unassigned ones, and the reader's own with changes. */
export const supportCount = computed(() => {
  const waiting = overview.value?.data?.waiting
  return (waiting?.tickets ?? 0) + (waiting?.chats ?? 0) + unreadCases.value
})

const canNotify = (): boolean => 'Notification' in globalThis

/** Whether the browser shows a notification when a customer writes to support. */
export const notifies = signal(
  canNotify() && Notification.permission === 'granted' && localStorage.getItem(NOTIFIES) === 'yes',
)

/** Turns notifications on, after the browser has asked for permission, or off. */
export const setNotifies = async (isOn: boolean): Promise<void> => {
  const isGranted = isOn && canNotify() && (await Notification.requestPermission()) === 'granted'
  localStorage.setItem(NOTIFIES, isGranted ? 'yes' : 'no')
  notifies.value = isGranted
}

/** Watches the support queue while the console is open, for the navigation, the title and notifications. */
export const SupportFollower = () => {
  const reading = useReading('listSupportCases', may('admin.support') ? { mine: true, limit: 50 } : undefined)
  const count = may('admin.support') ? supportCount.value : 0
  useLayoutEffect(() => {
    if (reading.data !== undefined) ownCases.value = reading.data.cases
  }, [reading.data])
  useLayoutEffect(() => {
    const isMore = count > titleCount.value
    titleCount.value = count
    if (!isMore || !notifies.value || !document.hidden) return
    const notification = new Notification(t.notification(count), { tag: 'postrider-support' })
    notification.addEventListener('click', () => focus())
  }, [count])
  return null
}
