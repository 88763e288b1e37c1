import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import type { Ports } from '@postrider/core/assembly/ports'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { exclusively } from '@postrider/conformance/storage/unit-work'

/** Adds a recipient to an organization's suppressions without permission checks. */
export const suppressed = (
  { storage, digests }: Pick<Ports, 'storage' | 'digests'>,
  organizationId: OrganizationId,
  to: string,
): Promise<void> =>
  exclusively({ storage }, (unit) =>
    unit.suppressions.add(aSuppression({ organizationId, recipient: recipientDigest(to, digests.sha256) })),
  )
