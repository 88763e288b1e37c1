import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { E } from '../../../fp.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { type ComparedTemplate, compareVersions } from '../../../templates/domain/compare-templates.js'
import type { ListedTemplate } from '../../../templates/domain/listed-template.js'
import type { AccountConfigurationStorage } from '../../../templates/ports/template-report-storage.js'

/** The dependencies for comparing an account's templates. */
export interface ComparisonNeeds {
  readonly storage: {
    readonly inbound: AccountConfigurationStorage
    readonly units: UnitStorage
  }
  readonly clock: Clock
}

/**
 * Compares the vendor's templates with the versions of each Organization that sends through the account
 * (docs/provider-whatsapp#compare-templates), one Organization at a time: `take` gets the comparison of each.
 */
export const compareAccount = async (
  { storage, clock }: ComparisonNeeds,
  { providerAccountId }: Pick<ProviderAccount, 'providerAccountId'>,
  listed: readonly ListedTemplate[],
  take: (compared: readonly ComparedTemplate[]) => void,
): Promise<E.Either<Outage, void>> => {
  const read = await storage.inbound.configurationsBy(providerAccountId)()
  if (E.isLeft(read)) return read
  const owners = new Set(read.right.value.map(({ organizationId }) => organizationId))
  for (const owner of owners) {
    const versions = await storage.units.transact('shared', async (unit) =>
      E.right(await unit.templateDrafts.lockKnownToVendor(owner)),
    )()
    if (E.isLeft(versions)) return versions
    take(compareVersions(versions.right, listed, clock.nowMs()))
  }
  return E.right(undefined)
}
