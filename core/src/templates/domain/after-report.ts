import { recategorizedRegistration } from '../../channels/own-records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { TemplateDraft } from './draft.js'
import { review } from './review.js'
import type { TemplateReport } from './template-report.js'
import { isReportOn, vendorStep } from './template-status-update.js'

/** The version with the vendor's new category, if it is in use and the category fits it. */
const recategorized = (draft: TemplateDraft, category: string): TemplateDraft | undefined => {
  const { state, registration } = draft
  if (registration === undefined || (state !== 'approved' && state !== 'paused')) return undefined
  const changed = recategorizedRegistration(registration, category.toLowerCase(), draft.category)
  return changed === undefined ? undefined : { ...draft, registration: changed }
}

/**
 * The version after a vendor's report; undefined if it has no effect on it (docs/api/templates#vendor-registration).
 * A new category replaces the registered one, so that later messages have its price.
 */
export const afterReport = (
  draft: TemplateDraft,
  report: Pick<TemplateReport, 'name' | 'language' | 'verdict' | 'reason' | 'words'>,
  atMs: EpochMs,
): TemplateDraft | undefined => {
  if (!isReportOn(draft, report)) return undefined
  const { verdict, reason = '' } = report
  if (verdict === 'recategorized') return recategorized(draft, reason)
  const step = vendorStep(draft, { ...report, verdict }, atMs)
  const after = step === undefined ? undefined : review(draft, step)
  return after === undefined || E.isLeft(after) ? undefined : after.right
}
