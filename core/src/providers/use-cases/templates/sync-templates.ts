import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import { E, type TE } from '../../../fp.js'
import type { ListedTemplate } from '../../../templates/domain/listed-template.js'
import type { TemplateReport } from '../../../templates/domain/template-report.js'
import type { ProviderOpener } from '../../ports/provider.js'
import type { ProviderAccountStorage } from '../../ports/provider-account-storage.js'
import type { ProviderSink } from '../../ports/provider-reports.js'
import type { OpenProviders } from '../calls/open-providers.js'
import type { OutageEvent } from '../../domain/calls/account-outage.js'
import { emitFailure } from '../calls/query-status.js'
import { compareAccount, type ComparisonNeeds } from './compare-account.js'

/** The dependencies for comparing templates with those of their vendors. */
interface TemplateSyncNeeds extends ComparisonNeeds {
  readonly storage: ComparisonNeeds['storage'] & { readonly catalog: ProviderAccountStorage }
  readonly providers: ReadonlyArray<Pick<ProviderOpener, 'kind' | 'readsTemplates'>>
  readonly telemetry: EventSink<OutageEvent | PartFailed>
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

  const readFrom = async (account: ProviderAccount): Promise<readonly ListedTemplate[]> => {
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
      const reports = new Set<TemplateReport>()
      const compared = await compareAccount(needs, account, await readFrom(account), (found) => {
        for (const one of found) for (const report of one.reports) reports.add(report)
      })
      if (E.isLeft(compared)) return compared
      if (reports.size > 0) await sink({ templates: [...reports] })
      differences += reports.size
    }
    return E.right(differences)
  }
}
