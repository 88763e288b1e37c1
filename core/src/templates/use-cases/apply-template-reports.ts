import type { OrganizationId, TemplateReportId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { TemplateDraft } from '../domain/draft.js'
import { afterReport } from '../domain/after-report.js'
import type { StoredTemplateReport } from '../domain/template-report.js'
import { VENDOR } from '../domain/template-status-update.js'
import { SECOND_MS } from '../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { AccountConfigurationStorage, TemplateReportStorage } from '../ports/template-report-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'
import { type Act, recordActs } from '../../audit/use-cases/record-act.js'
import { leaveTemplateEvent } from './leave-template-event.js'
import { publishVersion } from './publish-version.js'
import { present } from '../../kernel/present.js'

/** The dependencies for applying status updates of templates. */
export interface TemplateReportNeeds {
  readonly storage: {
    readonly inbound: AccountConfigurationStorage
    readonly receipts: TemplateReportStorage
    readonly units: UnitStorage
  }
  readonly clock: Clock
  readonly ids: Ids
  readonly keyedDigests: KeyedDigests
}

const PAGE = 500

/** The sweep skips reports younger than this, so that their first processing can finish. */
const SETTLING_MS = 2 * SECOND_MS

const actOf = (
  { templateReportId, verdict, reason }: StoredTemplateReport,
  { draftId, organizationId, version, state }: TemplateDraft,
): Act => ({
  actor: VENDOR,
  action: verdict === 'recategorized' ? 'template.recategorized' : `template.${state}`,
  target: draftId,
  organizationId,
  details: { version, verdict, templateReportId, ...present({ reasonCode: reason }) },
})

/**
 * Moves the Organization's versions that the report is about; versions that it doesn't affect stay unchanged.
 */
const moveVersions = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  report: StoredTemplateReport,
  nowMs: number,
): Promise<readonly Act[]> => {
  const acts: Act[] = []
  for (const draft of await unit.templateDrafts.lockKnownToVendor(organizationId)) {
    const after = afterReport(draft, report, nowMs)
    if (after === undefined) continue
    const published = await publishVersion(unit, draft, after)
    if (E.isLeft(published)) continue
    unit.templateDrafts.replace(after)
    if (after.state !== draft.state) leaveTemplateEvent(unit, after, report.reason)
    acts.push(actOf(report, after))
  }
  return acts
}

/** Use cases for vendors' reports on templates. */
export interface TemplateReportUseCases {
  /**
   * Applies the reports, so that sends follow them; reports that can't be applied stay pending. Returns the
   * number of settled reports.
   */
  apply(pending: readonly StoredTemplateReport[]): Promise<number>
  /** Applies all reports that have been pending for some time. Right: the number of settled reports. */
  applyWaiting(): TE.TaskEither<Outage, number>
}

/**
 * Applies stored vendors' reports on templates to the texts of the Organizations that send through the
 * reported account (docs/api/templates#vendor-registration).
 */
export const applyTemplateReports = (needs: TemplateReportNeeds): TemplateReportUseCases => {
  const { storage, clock } = needs

  const settle = async (report: StoredTemplateReport): Promise<number> => {
    const read = await storage.inbound.configurationsBy(report.providerAccountId)()
    if (E.isLeft(read)) return 0
    const owners = new Set(read.right.value.map(({ organizationId }) => organizationId))
    const ended = await storage.units.transact('exclusive', async (unit) => {
      const held = await unit.templateReports.lock(report.templateReportId)
      if (held?.state !== 'pending') return E.right(0)
      const nowMs = clock.nowMs()
      const acts: Act[] = []
      for (const owner of owners)
        for (const one of await moveVersions(unit, owner, held, nowMs)) acts.push(one)
      unit.templateReports.replace({ ...held, state: acts.length > 0 ? 'applied' : 'ignored' })
      if (acts.length > 0) await recordActs(needs, unit, acts, nowMs)
      return E.right(1)
    })()
    return E.isLeft(ended) ? 0 : ended.right
  }

  /** In order, because a vendor's later report replaces an earlier one. */
  const apply = async (pending: readonly StoredTemplateReport[]): Promise<number> => {
    let settled = 0
    for (const report of pending) settled += await settle(report)
    return settled
  }

  return {
    apply,
    applyWaiting: () => async () => {
      const beforeMs = clock.nowMs() - SETTLING_MS
      let after: TemplateReportId | undefined
      let settled = 0
      for (;;) {
        const page = await storage.receipts.pendingTemplates(beforeMs, after, PAGE)()
        if (E.isLeft(page)) return page
        settled += await apply(page.right)
        after = page.right.at(-1)?.templateReportId
        if (page.right.length < PAGE) return E.right(settled)
      }
    },
  }
}
