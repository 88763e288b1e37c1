import type { ProviderAccountId, TemplateReportId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** What a vendor does to a template that is registered with it: takes it, refuses it, or stops it for a while. */
export type VendorVerdict = 'approved' | 'rejected' | 'paused'

/** A vendor's word on a template, as the adapter of its provider hands it over (docs/contract#vendor-registration). */
export interface TemplateReport {
  readonly providerAccountId: ProviderAccountId
  /** The name and the language that it is registered under. */
  readonly name: string
  readonly language: string
  readonly verdict: VendorVerdict
  /** The vendor's own word for why, if it says so. */
  readonly reason: string | undefined
  /** When it was decided by the vendor's clock, if it says so. */
  readonly atMs: EpochMs | undefined
  /** What makes two deliveries of the same report one. */
  readonly eventKey: string
  /** The report as it came, for evidence; without secrets. */
  readonly raw: string
}

/** A vendor's word as it is kept: `pending` until it is looked at; `ignored` where no version of a template is concerned. */
export interface StoredTemplateReport extends TemplateReport {
  readonly templateReportId: TemplateReportId
  readonly receivedAtMs: EpochMs
  readonly state: 'pending' | 'applied' | 'ignored'
}
