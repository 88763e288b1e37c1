import type { TE } from '../../fp.js'
import type { ProviderAccountId, TemplateReportId } from '../../kernel/ids/id.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { PendingReading } from '../../kernel/ports/pending-reading.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ChannelConfiguration } from '../../tenancy/domain/service-configuration.js'
import type { StoredTemplateReport } from '../domain/template-report.js'

/** Status updates of templates that providers sent and that aren't applied yet. */
export interface TemplateReportStorage {
  /** Pending template reports of vendors. */
  readonly pendingTemplates: PendingReading<TemplateReportId, StoredTemplateReport>
}

/** Finds the channel configurations of apps by their provider account. */
export interface AccountConfigurationStorage {
  /**
   * The configurations of apps' channels that send through the account. Their senders are the addressees of
   * inbound messages.
   */
  configurationsBy(
    providerAccountId: ProviderAccountId,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly ChannelConfiguration[]>>
}
