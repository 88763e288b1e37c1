import { computed, signal } from '@preact/signals'
import { type ConnectionStatus, LiveClient, type TicketAnswer } from '../live/live-client.js'

export const connection = signal<ConnectionStatus>({ _tag: 'Connecting' })

/** The current time, updated every second. Waiting times on the screen follow it. */
export const nowMs = signal(Date.now())

/** Whether the shown data is current. */
export const isLive = computed(() => connection.value._tag === 'Live')

const fetchTicket = async (): Promise<TicketAnswer> => {
  try {
    const answer = await fetch('/ticket', { method: 'POST', credentials: 'same-origin' })
    if (answer.status === 401 || answer.status === 403) return { _tag: 'SignedOut' }
    if (!answer.ok) return { _tag: 'Unreachable' }
    const { ticket } = (await answer.json()) as { ticket: string }
    return { _tag: 'Ticket', ticket }
  } catch {
    return { _tag: 'Unreachable' }
  }
}

/** The site of the page, as set by the host that rendered it. */
const site = document.documentElement.dataset['site'] ?? ''

/** Whether the page belongs to the console, where everybody has a second factor. */
export const isConsole = site === 'console'

const SUBPROTOCOL = `postrider.${site}.v1`

/** The user that the page was first authenticated for. */
let welcomedId: string | undefined

let onWelcome = (): void => {}

export const client = new LiveClient(
  {
    fetchTicket,
    openSocket: (observer) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket`, SUBPROTOCOL)
      socket.addEventListener('open', () => observer.opened())
      socket.addEventListener('message', ({ data }) => observer.received(String(data)))
      socket.addEventListener('close', ({ code }) => observer.closed(code))
      return { send: (text) => socket.send(text), close: () => socket.close() }
    },
    later: (delayMs, task) => {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
    nowMs: () => Date.now(),
    random: () => Math.random(),
    newRequestId: () => `${site}-${crypto.randomUUID()}`,
  },
  {
    status: (status) => {
      connection.value = status
    },
    welcomed: (result) => {
      const { userId } = result as { readonly userId?: string }
      // Reload if the page shows data of another user.
      if (welcomedId !== undefined && userId !== welcomedId) return location.reload()
      welcomedId = userId
      onWelcome()
    },
  },
)

/** Connects and updates the current time. `welcomed` is called after each authentication. */
export const startConnection = (welcomed: () => void): void => {
  onWelcome = welcomed
  setInterval(() => {
    nowMs.value = Date.now()
  }, 1000)
  addEventListener('offline', () => client.offline())
  addEventListener('online', () => client.online())
  void client.connect()
}
