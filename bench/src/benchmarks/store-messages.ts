import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import type { Composition } from '@postrider/wiring/compose'
import { type BenchTenant, sendBody } from './requests.js'
import { granted } from '@postrider/test/builders/granted'
import { say } from './say.js'
import { figure } from './table.js'

const BATCH = 50
const BATCHES_AT_ONCE = 16
/** A million messages take minutes. */
const TELL_EACH = 50_000

/**
 * Stores messages through the core in batches, of each tenant in turn. The outbox is emptied afterwards, as
 * if they were sent.
 */
export const storeMessages = async (
  { postrider, ports }: Composition,
  tenants: readonly BenchTenant[],
  count: number,
): Promise<void> => {
  if (tenants.length === 0 || count === 0) return
  let stored = 0
  const store = async (): Promise<void> => {
    while (stored < count) {
      const from = stored
      stored += BATCH
      const tenant = tenants[(from / BATCH) % tenants.length]
      const caller = await postrider.authenticate(tenant?.credential ?? '', '127.0.0.1')()
      if (tenant === undefined || E.isLeft(caller)) throw new Error('the tenant is not known')
      const items = Array.from({ length: BATCH }, (_, at) => ({
        _tag: 'Canonical' as const,
        request: sendBody(tenant, from + at),
      }))
      const sent = await postrider.sendBatch(
        granted(caller.right, 'messages.send'),
        `stored-${from}`,
        items,
        () => Promise.resolve(E.right(undefined)),
      )()
      if (E.isLeft(sent)) throw new Error(JSON.stringify(sent.left))
      if (from > 0 && from % TELL_EACH === 0) say(`${figure(from)} of ${figure(count)} messages are stored`)
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, store))
  await emptyOutbox(ports)
}

/**
 * Makes everything in the outbox due far in the future through the port, so that nothing is sent during the
 * run.
 */
export const emptyOutbox = async ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>): Promise<void> => {
  const farAwayMs = clock.nowMs() + 400 * 24 * 3600 * 1000
  for (;;) {
    const due = await storage.outbox.takeDue('transactional', 5000, clock.nowMs(), farAwayMs)()
    if (E.isLeft(due)) throw new Error(due.left.cause)
    if (due.right.length === 0) return
  }
}
