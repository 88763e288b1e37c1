import type { VendorTemplate } from '../../channels/kind.js'
import type { TemplateReport } from './template-report.js'

/** A template of a provider account, as its vendor lists it. */
export interface ListedTemplate extends VendorTemplate {
  /** The vendor's word for its state, for example `APPROVED`. */
  readonly status: string
  /** The vendor's word for its category, for example `UTILITY`. */
  readonly category: string
  /** The vendor's word for its quality, for example `GREEN`; undefined if it gives none. */
  readonly quality: string | undefined
  /** Its state and category, as reports on the versions that are registered under its name. */
  readonly reports: readonly TemplateReport[]
}
