import type { VendorTemplate } from '../../channels/kind.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { afterReport } from './after-report.js'
import type { TemplateDraft } from './draft.js'
import type { ListedTemplate } from './listed-template.js'
import type { TemplateReport } from './template-report.js'
import { isReportOn, vendorTemplateNameOf } from './template-status-update.js'

/**
 * A difference between a version and the vendor's list. `status`, `category`: the vendor has another one;
 * `not_listed`: the vendor has no such template; `not_recorded`: no version is registered under its name.
 */
export type TemplateDifference = 'status' | 'category' | 'not_listed' | 'not_recorded'

/** A version next to the vendor's template. */
export interface ComparedTemplate extends VendorTemplate {
  /** Undefined: the vendor has none. */
  readonly listed: ListedTemplate | undefined
  /** Undefined: none is registered. */
  readonly version: TemplateDraft | undefined
  /** Empty: they agree. */
  readonly differences: readonly TemplateDifference[]
  /** The reports that would remove the differences. */
  readonly reports: readonly TemplateReport[]
}

/** The states of versions that the vendor must know. */
const isWithVendor = ({ state }: TemplateDraft): boolean =>
  state === 'pending_vendor' || state === 'approved' || state === 'paused'

/**
 * Compares versions with the templates that the vendor lists, by name and language
 * (docs/provider-whatsapp#compare-templates). Versions that no vendor knows are left out, and so are ended ones
 * that aren't listed.
 */
export const compareVersions = (
  versions: readonly TemplateDraft[],
  listed: readonly ListedTemplate[],
  atMs: EpochMs,
): readonly ComparedTemplate[] =>
  versions.flatMap((version): readonly ComparedTemplate[] => {
    const known = vendorTemplateNameOf(version)
    if (known === undefined) return []
    const found = listed.find((template) => isReportOn(version, template))
    if (found === undefined)
      return isWithVendor(version)
        ? [{ ...known, listed: undefined, version, differences: ['not_listed'], reports: [] }]
        : []
    const reports = found.reports.filter((report) => afterReport(version, report, atMs) !== undefined)
    const differences = reports.map(({ verdict }) => (verdict === 'recategorized' ? 'category' : 'status'))
    return [{ ...known, listed: found, version, differences, reports }]
  })

/** The vendor's templates that none of the versions is registered under. */
export const notRecorded = (
  listed: readonly ListedTemplate[],
  compared: readonly ComparedTemplate[],
): readonly ComparedTemplate[] => {
  const recorded = new Set(compared.map((one) => one.listed))
  return listed
    .filter((template) => !recorded.has(template))
    .map((template) => ({
      name: template.name,
      language: template.language,
      listed: template,
      version: undefined,
      differences: ['not_recorded'],
      reports: [],
    }))
}
