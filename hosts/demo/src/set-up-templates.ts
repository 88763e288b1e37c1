import { isId, type TemplateId } from '@postrider/core/kernel/ids/id'
import { BY_DEMO, type DemoCaller, DemoError } from './demo-callers.js'
import type { DemoDraft } from './demo-templates.js'
import type { DemoTenant } from './demo-tenant.js'

/** The author and the reviewer of templates: an Agent, and a person. */
export interface TemplateCallers {
  readonly agent: DemoCaller
  readonly reviewer: DemoCaller
}

const setUp = async (
  { agent, reviewer }: TemplateCallers,
  organizationId: string,
  { body, registration }: DemoDraft,
): Promise<TemplateId> => {
  const { reason } = BY_DEMO
  const saved = await agent.run('saveCustomerTemplateDraft', { organizationId, ...body })
  const { draftId, version } = saved.draft
  await agent.run('submitCustomerTemplateDraftForReview', { organizationId, draftId, version })
  const at = { draftId, version, reason }
  const decided = await reviewer.run('decideTemplateReview', { ...at, decision: 'approve' })
  const last =
    registration === undefined
      ? decided
      : await reviewer.run('recordTemplateRegistration', { ...at, registration })
  const { state } = last.draft
  if (state !== 'approved' || !isId('tpl', draftId)) throw new DemoError(`${body.name} is ${state}`)
  return draftId
}

/** Makes an Agent write and submit the templates, and a person review them; returns the id of each. */
export const setUpDemoTemplates = async (
  callers: TemplateCallers,
  organizationId: string,
  drafts: readonly DemoDraft[],
): Promise<DemoTenant['templateIds']> => {
  const made: Array<readonly [string, TemplateId]> = []
  for (const draft of drafts) made.push([draft.template, await setUp(callers, organizationId, draft)])
  return Object.fromEntries(made)
}
