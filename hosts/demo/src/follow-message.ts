import { setTimeout as pause } from 'node:timers/promises'
import type { MessageProjection } from '@postrider/contracts/messages/message-projection'
import { amountText } from '@postrider/web-server/hosting/amount-text'
import type { Terminal } from '@postrider/command/terminal/terminal'
import type { DemoApi } from './demo-api.js'
import type { DemoTenant } from './demo-tenant.js'

/** A message of the demo. */
export interface DemoSend {
  /** What the person reads in front of each of its lines. */
  readonly label: string
  readonly tenant: DemoTenant
  /** Sends it; what its first line says of it. */
  readonly begin: (api: DemoApi) => Promise<{ readonly messageId: string; readonly text: string }>
  /** The state that is as far as it gets, and success. */
  readonly goal: string
  /** What must be true beside the state, and how that reads, in lines; undefined: not yet. */
  readonly proof: (messageId: string) => readonly string[] | undefined
}

/** What became of it. */
export interface Followed {
  readonly messageId: string
  readonly isGood: boolean
}

const POLL_MS = 40
const TIMEOUT_MS = 60_000
const DEAD_ENDS = ['FAILED', 'UNDELIVERED', 'EXPIRED', 'CANCELLED', 'UNCONFIRMED']
const MONEY = { provisional: 'reserved', settled: 'charged', released: 'given back' } as const

const STYLES: Readonly<Record<string, Parameters<Terminal['paint']>[0]>> = {
  ACCEPTED: 'yellow',
  SUBMITTED: 'cyan',
  DELIVERED: 'green',
  READ: 'green',
}

/** One line for each thing that happens to the message; the state is painted. */
const reporter =
  (terminal: Terminal, { label }: DemoSend, startedAt: number) =>
  (state: string, text: string) => {
    const elapsed = `${((performance.now() - startedAt) / 1000).toFixed(3)} s`.padStart(9)
    const painted = terminal.paint(STYLES[state] ?? 'red', state.padEnd(11))
    terminal.say(`  ${terminal.paint('bold', label.padEnd(14))} ${elapsed}  ${painted}  ${text}`)
  }

const moneyOf = ({ billing, failureCode }: MessageProjection): string => {
  const amount = amountText(billing.amountMinor, billing.currency)
  const why = failureCode === undefined ? '' : `  (${failureCode})`
  return `${amount} ${MONEY[billing.status]}${why}`
}

/** Sends a message over the API and tells each change until it is where it should be, or never will be. */
export const followMessage = async (terminal: Terminal, api: DemoApi, send: DemoSend): Promise<Followed> => {
  const startedAt = performance.now()
  const report = reporter(terminal, send, startedAt)
  const { messageId, text } = await send.begin(api)
  let seen = 'ACCEPTED'
  report(seen, `${text}  ${terminal.paint('dim', messageId)}`)
  while (performance.now() - startedAt < TIMEOUT_MS) {
    const message = await api.message(send.tenant, messageId)
    if (message.state !== seen) report(message.state, moneyOf(message))
    seen = message.state
    const proven = seen === send.goal ? send.proof(messageId) : undefined
    if (proven !== undefined) {
      for (const line of proven) report('', line)
      return { messageId, isGood: true }
    }
    if (DEAD_ENDS.includes(seen)) return { messageId, isGood: false }
    await pause(POLL_MS)
  }
  report(seen, `did not come to its end within ${TIMEOUT_MS / 1000} s`)
  return { messageId, isGood: false }
}
