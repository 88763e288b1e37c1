import { setTimeout as pause } from 'node:timers/promises'
import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'
import { sendMail } from '../send-mail.js'

/** Continuous emails through the current hosts. */
export interface Traffic {
  /** Uses these ports from now on, in turn. */
  through(ports: readonly number[]): void
  /** Resolves when this number of further emails is accepted. */
  sent(count: number): Promise<void>
  /** Addresses whose emails got 202. */
  accepted(): readonly string[]
  /** Responses that were neither 202 nor retryable. */
  refused(): number
  stop(): Promise<void>
}

const APART_MS = 12
const RETRY_MS = 100

/** A correct client: it repeats the same key until there is a final response. */
export const startTraffic = (tenant: TestTenant): Traffic => {
  const accepted: string[] = []
  const underWay = new Set<Promise<void>>()
  let ports: readonly number[] = []
  let count = 0
  let refused = 0
  const over = new AbortController()

  const send = async (address: string, at: number): Promise<void> => {
    for (let turn = at; ; turn += 1) {
      const port = ports[turn % ports.length] ?? 0
      const status = await sendMail({ tenant, port }, address).then(
        (answer) => answer.status,
        () => undefined,
      )
      if (status === 202) return void accepted.push(address)
      if (status !== undefined && status < 500 && status !== 429) return void (refused += 1)
      await pause(RETRY_MS)
    }
  }

  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      if (ports.length > 0) {
        const sending = send(`mail-${count}@upgrade.example`, count).finally(() => underWay.delete(sending))
        underWay.add(sending)
        count += 1
      }
      await pause(APART_MS)
    }
  }
  const running = run()

  return {
    through: (next) => {
      ports = next
    },
    sent: async (more) => {
      const wanted = accepted.length + more
      while (accepted.length < wanted) await pause(50)
    },
    accepted: () => accepted,
    refused: () => refused,
    stop: async () => {
      over.abort()
      await running
      await Promise.all(underWay)
    },
  }
}
