const reason = 'For the matrix.'
const organizationId = `org_${'0'.repeat(26)}`
const inPerson = { permission: 'admin.messages', by: 'person' } as const

/** Calls of the operations on erasures, as in `ADMIN_CASES`. */
export const ERASURE_CASES = {
  eraseOrganizationRecipient: {
    ...inPerson,
    isDangerous: true,
    body: { organizationId, to: '+447400123456', reason },
    heard: 'not_found',
  },
  listOrganizationErasures: { ...inPerson, body: { organizationId }, heard: 200 },
} as const
