import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import type { ROUTES } from '@postrider/contracts/routes/route-table'

/** All kinds of callers, named by what is special about them. */
export const CALLERS = [
  'nobody',
  'a malformed bearer',
  'an unknown credential',
  'an Agent key',
  'a user token',
  'a signed-in person',
  'a credential that ended',
  'a revoked credential',
  'a credential relabeled for another environment',
  'a credential for everything',
  'the credential that it replaces',
  'a credential without any action',
  'a credential without any channel',
  'another tenant',
  'another app of the Organization',
  'an app of a suspended Organization',
  'an app that may not send from there',
] as const

export type CallerKind = (typeof CALLERS)[number]

/** The expected response of a cell: a success status, or an error code. */
export type Expected = number | ErrorCode

type Row = Readonly<Record<CallerKind, Expected>>

const refused = {
  nobody: 'unauthenticated',
  'a malformed bearer': 'unauthenticated',
  'an unknown credential': 'unauthenticated',
  'an Agent key': 'unauthenticated',
  'a user token': 'unauthenticated',
  'a signed-in person': 'unauthenticated',
  'a credential that ended': 'unauthenticated',
  'a revoked credential': 'unauthenticated',
  'a credential relabeled for another environment': 'unauthenticated',
  'a credential without any action': 'action_not_granted',
} as const

/** Requires authentication. Other callers get the usual errors, unless the row overrides them. */
const protectedBy = (status: number, otherwise: Partial<Row> = {}): Row => ({
  ...refused,
  'a credential for everything': status,
  'the credential that it replaces': status,
  'a credential without any channel': status,
  'another tenant': status,
  'another app of the Organization': status,
  'an app of a suspended Organization': status,
  'an app that may not send from there': status,
  ...otherwise,
})

const open = (status: number): Row => {
  const row: Partial<Record<CallerKind, Expected>> = {}
  for (const caller of CALLERS) row[caller] = status
  return row as Row
}

/** Requires a user session. Credentials of other boundaries are rejected. */
const forPeople = (status: number): Row => {
  const row: Partial<Record<CallerKind, Expected>> = {}
  for (const caller of CALLERS) row[caller] = 'unauthenticated'
  return { ...(row as Row), 'a signed-in person': status }
}

/** Requires an Agent key. */
const forAgents = (status: number): Row => {
  const row = forPeople(status)
  return { ...row, 'a signed-in person': 'unauthenticated', 'an Agent key': status }
}

/**
 * Every route against every caller, for records of the first tenant's app. A route without a row does not
 * compile, and neither does a row without a cell.
 */
export const MATRIX: Readonly<Record<keyof typeof ROUTES, Row>> = {
  sendMessage: protectedBy(202, {
    'a credential without any channel': 'channel_not_granted',
    'another tenant': 'scope_mismatch',
    'another app of the Organization': 'scope_mismatch',
    'an app of a suspended Organization': 'organization_suspended',
    'an app that may not send from there': 'action_not_granted',
  }),
  sendBatch: protectedBy(202, {
    'a credential without any channel': 207,
    'another tenant': 'scope_mismatch',
    'another app of the Organization': 'scope_mismatch',
    'an app of a suspended Organization': 'organization_suspended',
    'an app that may not send from there': 'action_not_granted',
  }),
  sendOtp: protectedBy(202, {
    'a credential without any channel': 'channel_not_granted',
    'another tenant': 'template_unavailable',
    'another app of the Organization': 'sender_unavailable',
    'an app of a suspended Organization': 'organization_suspended',
    'an app that may not send from there': 'action_not_granted',
  }),
  verifyOtp: protectedBy(200, {
    'another tenant': 'otp_verification_failed',
    'another app of the Organization': 'otp_verification_failed',
  }),
  lookUpMessages: protectedBy(200),
  getMessage: protectedBy(200, {
    'another tenant': 'not_found',
    'another app of the Organization': 'not_found',
  }),
  checkCredential: protectedBy(200, { 'a credential without any action': 200 }),
  listSandboxMessages: protectedBy(200),
  listRecentMessages: protectedBy(200),
  listEvents: protectedBy(200),
  getBalance: protectedBy(200),
  listUsage: protectedBy(200),
  createSession: open(200),
  refreshSession: open(200),
  endSession: forPeople(204),
  recoverPassword: open(202),
  runControlOperation: forPeople(200),
  runAgentOperation: forAgents(200),
  uploadAttachment: open(204),
  downloadAttachment: open(200),
  getHealth: open(200),
  getReadiness: open(200),
  getRelease: open(200),
  getContract: open(200),
  getSendingContract: open(200),
  getSendingContract30: open(200),
  getCapabilities: open(200),
  getLedgerKey: open(200),
  readContract: open(200),
}
