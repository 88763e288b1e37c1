import { setTimeout as pause } from 'node:timers/promises'
import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'
import { sendMail } from '../send-mail.js'

/** Mails that are sent all the time, through whatever hosts there are. */
export interface Traffic {
  /** From now on through these ports, in turn. */
  through(ports: readonly number[]): void
  /** Resolves when so many more are accepted. */
  sent(count: number): Promise<void>
  /** Addresses whose mails were answered 202. */
  accepted(): readonly string[]
  /** Answers that were neither 202 nor said that the same request may succeed. */
  refused(): number
  stop(): Promise<void>
}

const APART_MS = 12
const RETRY_MS = 100

/** A client as it should be: the same key again until there is an answer that stands. */
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
