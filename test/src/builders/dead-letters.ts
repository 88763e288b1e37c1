import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { Storage } from '@postrider/core/assembly/storage'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { sharing } from '@postrider/conformance/storage/unit-work'

/** Dead-lettered messages of an organization. */
export const deadLettersOf = async (
  needs: Parameters<typeof sharing>[0] & { readonly storage: Storage },
  organizationId: OrganizationId,
  count: number,
): Promise<readonly Message[]> => {
  const made: Message[] = []
  for (let at = 0; at < count; at += 1)
    made.push((await acceptPaid(needs.storage, { organizationId })).message)
  await sharing(needs, (unit) => {
    for (const { messageId } of made)
      unit.processingFailures.add({
        messageId,
        failures: 5,
        stage: 'rendering',
        firstAtMs: 1,
        lastAtMs: 2,
        deadAtMs: 2,
        version: 5,
      })
  })
  return made
}
