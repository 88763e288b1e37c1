import type { OperationName } from '@postrider/core/assembly/registry'
import type { JsonObject } from './json.js'

const SMS_SENDER = { header: 'ACMEIN' }

/**
 * Fields of examples that depend on other fields. Without them, an operation refuses the composed example because it
 * needs one of several optional fields or because the examples of two fields don't fit each other, or it would change
 * nothing, or the example doesn't fit the operation.
 */
export const REQUEST_EXAMPLES: Partial<Record<OperationName, JsonObject>> = {
  replayWebhookEvents: { fromSequence: 1205, toSequence: 1240 },
  updateWebhookEndpoint: { description: 'Order service', types: ['message.delivered', 'message.failed'] },
  deleteWebhookEndpoint: { reason: 'The order service has moved to another app.' },
  switchTemplate: { reasonCode: 'variable_not_tagged' },
  generateAttachmentUploadUrl: { fileName: 'screenshot.png' },
  saveAppSender: { sender: SMS_SENDER },
  setAppServiceConfiguration: { sender: SMS_SENDER },
  createAgentKey: { organizationId: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd', allowlist: ['getCustomerBalance'] },
  createOrganizationAgentKey: { allowlist: ['getCustomerBalance'] },
}
