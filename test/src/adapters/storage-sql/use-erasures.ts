import type { Storage } from '@postrider/core/assembly/storage'
import { anErasure } from '@postrider/conformance/builders/an-erasure'
import { aStoredInbound } from '@postrider/conformance/builders/an-inbound-message'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { planEnding, workItemOf } from '@postrider/conformance/storage/messaging/settling'
import { sharing } from '@postrider/conformance/storage/unit-work'
import type { Inhabited } from './inhabited-storage.js'

type Used = Pick<Storage, 'units' | 'erasures'>

/** Runs every statement about erasures of recipients. */
export const useErasures = async (
  { units, erasures }: Used,
  { tenant, message }: Inhabited,
  storage: Storage,
): Promise<void> => {
  const { messageId } = message
  const work = planEnding([messageId], 'settlement', NOW_MS)
  await right(storage.dispatch.work([workItemOf(messageId)], work))
  const inbound = aStoredInbound({ organizationId: tenant.organization.organizationId, state: 'assigned' })
  const stored = { receipts: [], inbound: [inbound], parts: [], templates: [], unreadable: [] }
  await right(storage.receipts.store(stored))
  const at = { storage: { units } }
  const { organizationId } = tenant.organization
  const erasure = anErasure({ organizationId })
  await sharing(at, (unit) => unit.erasures.add(erasure))
  await sharing(at, async (unit) => {
    await unit.erasures.lock(erasure.erasureId)
    unit.erasures.replace({ ...erasure, state: 'done' })
  })
  await right(erasures.due(NOW_MS))
  for (const before of [undefined, erasure.erasureId]) await right(erasures.list(organizationId, before, 5))
  const indexed = [{ generation: 1, digest: fresh.hex(32) }]
  await right(erasures.eraseMessages(organizationId, [messageId], indexed))
  await right(erasures.eraseInbound(organizationId, [inbound.inboundId]))
}
