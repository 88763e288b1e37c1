import { aDraft } from '@postrider/conformance/builders/a-draft'
import { sharing } from '@postrider/conformance/storage/unit-work'
import type { AgentOperation } from './agent-matrix-table.js'
import { CONTROL_REQUESTS, done, type Prepare, type Scene, textAt } from './control-requests.js'

const PROFILE = {
  legalName: 'Acme Ltd',
  addressLine1: '1 High Street',
  city: 'Leeds',
  countryCode: 'GB',
  billingEmail: 'billing@example.com',
}

/** A draft in the form of a request. */
export const DRAFT_BODY = {
  channel: 'sms',
  name: 'order_shipped',
  category: 'transactional',
  language: 'en',
  content: { text: 'Hello {{name}}, order {{order}} has left.' },
  variables: [
    { name: 'name', maxLength: 60, example: 'Asha' },
    { name: 'order', type: 'numeric', example: '10024' },
  ],
} as const

const own = ({ firm }: Scene) => ({ organizationId: firm.tenant.organization.organizationId })

/** The firm's draft, saved and not yet submitted. */
const aSavedDraft = async (scene: Scene) => {
  const draft = aDraft(own(scene))
  await sharing(scene.http.ports, (unit) => unit.templateDrafts.add(draft))
  const { draftId, version } = draft
  return { draftId, version }
}

/** A request of each Agent operation that gets 200 for allowed callers. */
export const AGENT_REQUESTS: Readonly<Record<AgentOperation, Prepare>> = {
  ...CONTROL_REQUESTS,
  createCustomerBrand: (scene) => ({ ...own(scene), name: 'Acme Kids' }),
  createProject: (scene) => ({
    ...own(scene),
    brandId: scene.firm.tenant.app.brandId,
    name: 'Returns',
    environment: 'test',
  }),
  saveCustomerAppBillingProfile: async (scene) => {
    const { http, asker } = scene
    const app = await done(http, asker, 'registerApp', await CONTROL_REQUESTS.registerApp(scene))
    return { ...own(scene), appId: textAt(app, 'app', 'appId'), ...PROFILE }
  },
  saveCustomerTemplateDraft: (scene) => ({ ...own(scene), ...DRAFT_BODY }),
  submitCustomerTemplateDraftForReview: async (scene) => ({ ...own(scene), ...(await aSavedDraft(scene)) }),
  listCustomerTemplateDrafts: own,
  listCustomerMessageTemplates: own,
  recordConsent: (scene) => ({
    ...own(scene),
    kind: 'opt_in',
    to: ['+919876543210'],
    scope: 'promotional',
    evidence: 'Form 4711.',
  }),
  listOrganizationConsents: own,
}
