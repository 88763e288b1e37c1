import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { DLT_REGISTRATION, WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import type { OfficeInUse, Person } from '../../assembly/an-office.js'

/** The identifier of a draft's version for its author and its reviewers. */
export interface Named {
  readonly draftId: string
  readonly version: number
}

/** Texts for each path of a review. */
export const TEXTS = {
  sms: { channel: 'sms', content: { text: 'Hello {{name}}, order {{order}} has left.' } },
  india: {
    channel: 'sms',
    content: { text: 'Hello {{name}}, order {{order}} has left.', dlt: true },
    variables: [
      { name: 'name', example: 'Asha', type: 'alphanumeric' },
      { name: 'order', example: '10024', type: 'numeric' },
    ],
  },
  whatsapp: { channel: 'whatsapp', content: { text: 'Hello {{name}}, order {{order}} has left.' } },
  email: { channel: 'email', content: { subject: 'Order {{order}}', text: 'Hello {{name}}.' } },
} as const

export const DLT = { dlt: DLT_REGISTRATION }
export const WHATSAPP = { whatsapp: WHATSAPP_REGISTRATION }

/** The calls of an author's Agent. */
export const authorIn = (office: OfficeInUse) => {
  const aBody = (more: object = {}) => ({
    organizationId: office.at.organizationId,
    ...TEXTS.sms,
    name: 'order_shipped',
    category: 'transactional',
    language: 'en',
    variables: [
      { name: 'name', example: 'Asha', maxLength: 60 },
      { name: 'order', example: '10024', type: 'numeric' },
    ],
    ...more,
  })
  const named = ({ draftId, version }: Named, more: object = {}) => ({
    organizationId: office.at.organizationId,
    draftId,
    version,
    ...more,
  })
  const save = async (more: object = {}) =>
    office.at.doneByAgent(office.at.owner, 'saveCustomerTemplateDraft', aBody(more))
  const submit = (draft: Named, more: object = {}) =>
    office.at.doneByAgent(office.at.owner, 'submitCustomerTemplateDraftForReview', named(draft, more))
  return {
    aBody,
    save,
    submit,
    /** A draft that waits for its internal review. */
    submitted: async (more: object = {}) => (await submit((await save(more)).draft)).draft,
    refusedSave: (more: object = {}, person: Person = office.at.owner) =>
      office.at.refusedByAgent(person, 'saveCustomerTemplateDraft', aBody(more)),
    refusedSubmit: (draft: Named) =>
      office.at.refusedByAgent(office.at.owner, 'submitCustomerTemplateDraftForReview', named(draft)),
    list: (more: object = {}) =>
      office.at.doneByAgent(office.at.owner, 'listCustomerTemplateDrafts', {
        organizationId: office.at.organizationId,
        ...more,
      }),
    /** The templates that can be sent, without the firm's first one. */
    approved: async () => {
      const { organizationId, owner } = office.at
      const answer = await office.at.doneByAgent(owner, 'listCustomerMessageTemplates', { organizationId })
      return answer.templates.slice(0, -1)
    },
  }
}

const REASON = { reason: 'Read and found well.' }
const because = (reasonCode: string) => ({ reasonCode, reason: 'It says too little.' })

/** The calls of a reviewer about a version, with additional fields. */
export const reviewerIn = (office: OfficeInUse, operator: Operator) => {
  const about = ({ draftId, version }: Named, more: object) => ({ draftId, version, ...REASON, ...more })
  return {
    approve: (draft: Named, more: object = {}) =>
      office.at.doneAbove(operator, 'decideTemplateReview', about(draft, { decision: 'approve', ...more })),
    reject: (draft: Named, more: object = {}) =>
      office.at.doneAbove(
        operator,
        'decideTemplateReview',
        about(draft, { decision: 'reject', ...because('unclear'), ...more }),
      ),
    register: (draft: Named, registration: object) =>
      office.at.doneAbove(operator, 'recordTemplateRegistration', about(draft, { registration })),
    pause: (draft: Named) =>
      office.at.doneAbove(operator, 'switchTemplate', about(draft, { to: 'paused', ...because('paused') })),
    resume: (draft: Named) =>
      office.at.doneAbove(operator, 'switchTemplate', about(draft, { to: 'approved' })),
    retire: (draft: Named) =>
      office.at.doneAbove(operator, 'switchTemplate', about(draft, { to: 'retired' })),
    refused: (
      operation: 'decideTemplateReview' | 'recordTemplateRegistration' | 'switchTemplate',
      draft: Named,
      more: object,
    ) => office.at.refusedAbove(operator, operation, about(draft, more)),
    read: (draftId: string, more: object = {}) =>
      office.at.doneAbove(operator, 'getTemplateReview', { draftId, ...more }),
    waiting: (more: object = {}) => office.at.doneAbove(operator, 'listTemplateReviews', more),
  }
}

/** An author and a reviewer for each test of a suite. */
export const useReview = (office: OfficeInUse) => {
  let operator: Operator
  beforeEach(async () => {
    operator = await office.at.operator(['admin.templates.review'])
  })
  return {
    ...authorIn(office),
    operator: () => operator,
    reviewer: () => reviewerIn(office, operator),
  }
}
