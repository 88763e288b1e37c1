const reason = 'For the matrix.'
const organizationId = `org_${'0'.repeat(26)}`
const providers = { permission: 'admin.providers', by: 'person' } as const
const senderChange = { ...providers, isDangerous: true } as const
const senderPlace = {
  organizationId,
  appId: `app_${'0'.repeat(26)}`,
  channel: 'sms',
  version: 1,
  reason,
} as const

/** Calls of the operations on senders, as in `ADMIN_CASES`. */
export const SENDER_CASES = {
  saveAppSender: {
    ...senderChange,
    body: { ...senderPlace, sender: { header: 'MATRIX' } },
    heard: 'not_found',
  },
  removeAppSender: { ...senderChange, body: { ...senderPlace, value: 'MATRIX' }, heard: 'not_found' },
  recordSenderRegistration: {
    ...senderChange,
    body: {
      ...senderPlace,
      value: 'MATRIX',
      regulation: 'sg_ssir',
      status: 'approved',
      registrationId: 'matrix',
    },
    heard: 'not_found',
  },
  listSenderRegistrations: { ...providers, body: { organizationId }, heard: 'not_found' },
  listSenderRules: { ...providers, body: {}, heard: 200 },
  listNumberPrefixes: { ...providers, body: {}, heard: 200 },
  allowNumberPrefix: {
    ...senderChange,
    body: { prefix: '+85245', country: 'HK', minDigits: 11, maxDigits: 10, reason },
    heard: 'invalid_request',
  },
  removeNumberPrefix: { ...senderChange, body: { prefix: '+85245', reason }, heard: 'not_found' },
  // A rule needs no record: one that changes nothing is refused.
  setSenderRule: {
    ...senderChange,
    body: { country: 'AQ', kind: 'alphanumeric', verdict: 'allowed', reason },
    heard: 'invalid_request',
  },
  resetSenderRule: {
    ...senderChange,
    body: { country: 'AQ', kind: 'alphanumeric', reason },
    heard: 'not_found',
  },
} as const
