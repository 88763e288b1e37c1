import type { OrganizationId, TemplateReportId, TemplateVersionId } from '@postrider/core/kernel/ids/id'
import type { StarterSlot } from '@postrider/core/templates/domain/approved-starter'
import type { DraftKey, UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { templates } from '../catalog/tables.js'
import { readInteger, readText } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import { statement } from '../engine/template.js'
import { templateReports } from './reports-table.js'
import { starterTable, testGrants } from './starters-table.js'
import { templateDrafts } from './table.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'

const draftGateway = tableGateway(
  templateDrafts,
  ['draft_id', 'version'],
  ({ draftId, version }: DraftKey) => [idCell(draftId), version],
)
const templateGateway = tableGateway(templates, ['id'], (id: TemplateVersionId) => [idCell(id)], 'templates')
const reportGateway = tableGateway(templateReports, ['id'], (id: TemplateReportId) => [idCell(id)])

const starterGateway = tableGateway(starterTable, ['slot'], (slot: StarterSlot) => [slot], 'cached')
const grantGateway = tableGateway(
  testGrants,
  ['organization_id'],
  (id: OrganizationId) => [idCell(id)],
  'cached',
)

const findStarters = statement(`SELECT ${starterTable.select('s')} FROM starter_templates s ORDER BY s.slot`)
const lockNewest = statement(`
  SELECT ${templateDrafts.select('d')} FROM template_drafts d {by template_drafts.PRIMARY}
  WHERE d.draft_id = ?x ORDER BY d.version DESC LIMIT 1 {for update}`)
const lockInUse = statement(`
  SELECT ${templateDrafts.select('d')} FROM template_drafts d {by template_drafts.PRIMARY}
  WHERE d.draft_id = ?x AND d.state IN ('approved', 'paused') ORDER BY d.version {for update}`)
const lockKnownToVendor = statement(`
  SELECT ${templateDrafts.select('d')} FROM template_drafts d {by template_drafts.of_organization}
  WHERE d.organization_id = ?x AND (d.state IN ('approved', 'paused') AND d.registration IS NOT NULL
    OR d.state = 'pending_vendor' AND d.vendor_template IS NOT NULL)
  ORDER BY d.draft_id, d.version {for update}`)
const countDrafts = statement(`
  SELECT COUNT(*) FROM template_drafts d {by template_drafts.of_organization}
  WHERE d.organization_id = ?x AND d.version = 1`)

const findLanguages = statement(`
  SELECT d.language FROM template_drafts d {by template_drafts.of_organization}
  WHERE d.organization_id = ?x AND d.version = 1 AND d.variant_of = ?x ORDER BY d.draft_id`)

/** Templates and their drafts. */
export const templateRepositories = (
  sequence: StatementSequence,
): Pick<UnitOfWork, 'templateDrafts' | 'templates' | 'templateReports' | 'starters' | 'testGrants'> => {
  const { lock, replace } = repositoryOf(sequence, reportGateway)
  const drafts = repositoryOf(sequence, draftGateway)
  const starters = repositoryOf(sequence, starterGateway)
  return {
    templateDrafts: {
      ...drafts,
      lockNewest: async (draftId) => {
        // The first version is never deleted: whoever locks it has exclusive access to the draft, also when
        // the next version is created.
        const [, newest] = await Promise.all([
          drafts.lock({ draftId, version: 1 }),
          drafts.search(lockNewest(idCell(draftId))),
        ])
        return newest[0]
      },
      lockInUse: async (draftId) => (await drafts.search(lockInUse(idCell(draftId))))[0],
      lockKnownToVendor: (organizationId) => drafts.search(lockKnownToVendor(idCell(organizationId))),
      countOf: async (organizationId) => {
        const [rows = []] = await sequence.read([countDrafts(idCell(organizationId))])
        return readInteger(rows[0]?.[0])
      },
      languagesOf: async (organizationId, templateId) => {
        const [rows = []] = await sequence.read([findLanguages(idCell(organizationId), idCell(templateId))])
        return rows.map(([language]) => readText(language))
      },
    },
    templates: repositoryOf(sequence, templateGateway),
    templateReports: { lock, replace },
    starters: { ...starters, all: () => starters.search(findStarters()) },
    testGrants: repositoryOf(sequence, grantGateway),
  }
}
