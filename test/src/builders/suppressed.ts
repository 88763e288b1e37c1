import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import type { Ports } from '@postrider/core/assembly/ports'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { exclusively } from '@postrider/conformance/storage/unit-work'

/** Has an Organization send somebody nothing more, with nobody asked. */
export const suppressed = (
  { storage, digests }: Pick<Ports, 'storage' | 'digests'>,
  organizationId: OrganizationId,
  to: string,
): Promise<void> =>
  exclusively({ storage }, (unit) =>
    unit.suppressions.add(aSuppression({ organizationId, recipient: recipientDigest(to, digests.sha256) })),
  )
