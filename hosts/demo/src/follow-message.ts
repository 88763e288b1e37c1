import { setTimeout as pause } from 'node:timers/promises'
import type { MessageProjection } from '@postrider/contracts/messages/message-projection'
import { amountText } from '@postrider/web-server/hosting/amount-text'
import type { Terminal } from '@postrider/command/terminal/terminal'
import type { DemoApi } from './demo-api.js'
import type { DemoTenant } from './demo-tenant.js'

/** A message of the demo. */
export interface DemoSend {
  /** The label at the start of each of its lines. */
  readonly label: string
  readonly tenant: DemoTenant
  /** Sends it; returns the text of its first line. */
  readonly begin: (api: DemoApi) => Promise<{ readonly messageId: string; readonly text: string }>
  /** The expected final state. */
  readonly goal: string
  /** A further condition besides the state, as lines once it is met; undefined: not yet. */
  readonly proof: (messageId: string) => readonly string[] | undefined
}

/** The outcome of a message. */
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

/** Prints one line for each event of the message, with the state in color. */
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

/** Sends a message over the API and prints each change until it reaches its goal, or can't reach it. */
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
