import type { ProviderAccountId, TemplateReportId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** A vendor's decision on a registered template; `recategorized`: it has another category from now on. */
export type VendorVerdict = 'approved' | 'rejected' | 'paused' | 'recategorized'

/**
 * A vendor's report on a template, as the adapter of its provider returns it
 * (docs/api/templates#vendor-registration).
 */
export interface TemplateReport {
  readonly providerAccountId: ProviderAccountId
  /** The name and language under which it is registered. */
  readonly name: string
  readonly language: string
  readonly verdict: VendorVerdict
  /** The vendor's own reason, if given; of `recategorized`, the new category. */
  readonly reason: string | undefined
  /** The vendor's own words for it, without content and recipients. */
  readonly words?: string | undefined
  /** The time of the decision by the vendor's clock, if given. */
  readonly atMs: EpochMs | undefined
  /** Identifies the report, so that repeated deliveries are stored once. */
  readonly eventKey: string
  /** The raw report, for evidence; without secrets. */
  readonly raw: string
}

/**
 * A vendor's report as it is stored: `pending` until it is processed; `ignored` if it concerns no version of
 * a template.
 */
export interface StoredTemplateReport extends Omit<TemplateReport, 'words'> {
  readonly words: string | undefined
  readonly templateReportId: TemplateReportId
  readonly receivedAtMs: EpochMs
  readonly state: 'pending' | 'applied' | 'ignored'
}
