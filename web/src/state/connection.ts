import type { ResultOf } from '@postrider/core/domain/operations/registry'
import type { AdminPermission } from '@postrider/core/domain/people/roles'
import { computed, signal } from '@preact/signals'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { errorOf } from '../live/open-calls.js'
import { type ConnectionStatus, LiveClient, type TicketAnswer } from '../live/live-client.js'

export const connection = signal<ConnectionStatus>({ _tag: 'Connecting' })

export const signedIn = signal<ResultOf<'getOwnAccess'>['superAdmin'] | undefined>(undefined)

/** Why it is not known who is signed in, where that could not be read. */
export const accessError = signal<ErrorBody | undefined>(undefined)

/** The present moment, told again every second: what says how long something waits follows it. */
export const nowMs = signal(Date.now())

/** Whether the person may do what asks for this permission. */
export const may = (permission: AdminPermission): boolean =>
  signedIn.value?.permissions.includes(permission) ?? false

/** What is shown is as it is now. */
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

const SUBPROTOCOL = 'postrider.console.v1'

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
    newRequestId: () => `console-${crypto.randomUUID()}`,
  },
  {
    status: (status) => {
      connection.value = status
    },
    welcomed: () => learnAccess(client.readAgain('getOwnAccess', {})),
  },
)

/** Who is signed in and what they may do; where that fails, the next welcome asks again, or whoever wants to. */
function learnAccess(reading: Promise<ResultOf<'getOwnAccess'>>): void {
  reading.then(
    ({ superAdmin }) => {
      signedIn.value = superAdmin
      accessError.value = undefined
    },
    (failure: unknown) => {
      accessError.value = errorOf(failure)
    },
  )
}

/** Asks who is signed in and what they may do, because somebody wants to know. */
export const askAccess = (): void => learnAccess(client.read('getOwnAccess', {}))

const SEEN_FOR_MS = 60_000
let seenMs = Date.now()

/**
 * Says that the person is there, who goes from place to place and makes no call by it: what they see comes by itself. Once a
 * minute at most; what they may do is learnt with it.
 */
export const noteVisit = (): void => {
  if (!isLive.value || Date.now() - seenMs < SEEN_FOR_MS) return
  seenMs = Date.now()
  askAccess()
}

/** Begins, and keeps the moment. */
export const startConnection = (): void => {
  setInterval(() => {
    nowMs.value = Date.now()
  }, 1000)
  void client.connect()
}
