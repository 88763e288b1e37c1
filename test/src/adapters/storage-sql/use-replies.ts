import type { Storage } from '@postrider/core/assembly/storage'
import type { InboundStorage } from '@postrider/core/messaging/ports/inbound-storage'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'

interface Used extends Pick<Storage, 'units'> {
  readonly inbound: Pick<InboundStorage, 'dueReplies'>
}

/** Runs every statement about replies to keywords. */
export const useReplies = async ({ units, inbound }: Used): Promise<void> => {
  const at = { storage: { units } }
  const inboundId = fresh.id('inb')
  await sharing(at, (unit) =>
    unit.keywordReplies.add({
      inboundId,
      messageId: fresh.id('msg'),
      organizationId: fresh.id('org'),
      appId: fresh.id('app'),
      channel: 'sms',
      kind: 'help',
      sender: '56767',
      to: '+919876543210',
      receivedAtMs: NOW_MS,
    }),
  )
  for (const after of [undefined, inboundId]) await right(inbound.dueReplies(NOW_MS + 1, after, 5))
  await sharing(at, (unit) => unit.keywordReplies.remove(inboundId))
}
