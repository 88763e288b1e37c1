import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import { E, type TE } from '../../../fp.js'
import { afterReport } from '../../../templates/domain/after-report.js'
import type { TemplateReport } from '../../../templates/domain/template-report.js'
import type { AccountConfigurationStorage } from '../../../templates/ports/template-report-storage.js'
import type { ProviderOpener } from '../../ports/provider.js'
import type { ProviderAccountStorage } from '../../ports/provider-account-storage.js'
import type { ProviderSink } from '../../ports/provider-reports.js'
import type { OpenProviders } from '../calls/open-providers.js'
import type { OutageEvent } from '../../domain/calls/account-outage.js'
import { emitFailure } from '../calls/query-status.js'

/** The dependencies for comparing templates with those of their vendors. */
interface TemplateSyncNeeds {
  readonly storage: {
    readonly catalog: ProviderAccountStorage
    readonly inbound: AccountConfigurationStorage
    readonly units: UnitStorage
  }
  readonly providers: ReadonlyArray<Pick<ProviderOpener, 'kind' | 'readsTemplates'>>
  readonly clock: Clock
  readonly telemetry: EventSink<OutageEvent | PartFailed>
}

/** The reports that would change a text of an Organization that sends through the account. */
const withEffect = async (
  { storage, clock }: TemplateSyncNeeds,
  { providerAccountId }: ProviderAccount,
  reports: readonly TemplateReport[],
): Promise<E.Either<Outage, readonly TemplateReport[]>> => {
  const read = await storage.inbound.configurationsBy(providerAccountId)()
  if (E.isLeft(read)) return read
  const owners = new Set(read.right.value.map(({ organizationId }) => organizationId))
  const effective = new Set<TemplateReport>()
  for (const owner of owners) {
    const known = await storage.units.transact<never, void>('shared', async (unit) => {
      const drafts = await unit.templateDrafts.lockKnownToVendor(owner)
      for (const report of reports)
        if (drafts.some((draft) => afterReport(draft, report, clock.nowMs()) !== undefined))
          effective.add(report)
      return E.right(undefined)
    })()
    if (E.isLeft(known)) return known
  }
  return E.right([...effective])
}

/**
 * Reads the templates of all enabled accounts whose vendors have them, and records a report for each difference
 * from the registered texts, as if the vendor had sent it (docs/provider-whatsapp#whatsapp-callbacks). An account that
 * can't be read is reported to telemetry, and doesn't affect the others. Right: the number of differences.
 */
export const syncTemplates = (
  needs: TemplateSyncNeeds,
  open: Pick<OpenProviders, 'get'>,
  sink: ProviderSink,
): (() => TE.TaskEither<Outage, number>) => {
  const readable = new Set(
    needs.providers.flatMap(({ kind, readsTemplates }) => (readsTemplates ? [kind] : [])),
  )

  const readFrom = async (account: ProviderAccount): Promise<readonly TemplateReport[]> => {
    try {
      return (await open.get(account)?.readTemplates?.(account.timeoutMs)) ?? []
    } catch (cause) {
      emitFailure(needs, 'provider', cause)
      return []
    }
  }

  return () => async () => {
    const accounts = await needs.storage.catalog.providerAccounts()()
    if (E.isLeft(accounts)) return accounts
    let differences = 0
    for (const account of accounts.right) {
      if (account.status !== 'enabled' || !readable.has(account.kind)) continue
      const found = await withEffect(needs, account, await readFrom(account))
      if (E.isLeft(found)) return found
      if (found.right.length > 0) await sink({ templates: found.right })
      differences += found.right.length
    }
    return E.right(differences)
  }
}
