import type { Storage } from '@postrider/core/assembly/storage'
import { aConsent } from '@postrider/conformance/builders/a-consent'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'

type Used = Pick<Storage, 'units' | 'consent'>

/** Runs every read about a recipient's consent, who has some. */
export const useConsent = async ({ units, consent }: Used): Promise<void> => {
  const at = { storage: { units } }
  const entry = aConsent()
  const { consentId, organizationId, recipient } = entry
  await exclusively(at, (unit) => {
    unit.consents.add(entry)
    unit.optIns.add({ organizationId, recipient, grants: [{}] })
    unit.suppressions.add(aSuppression({ organizationId, recipient }))
  })
  await exclusively(at, async (unit) => {
    await unit.suppressions.lockAllOf({ organizationId, recipient })
    await unit.optIns.lock({ organizationId, recipient })
  })
  for (const before of [undefined, consentId])
    for (const of of [undefined, recipient])
      await right(consent.list({ organizationId, recipient: of, before, limit: 5 }))
  await right(consent.named([consentId]))
  await right(consent.counts(0, 5))
}
