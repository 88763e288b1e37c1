import type { OPT_OUT_POLICY } from '../../../consent/domain/opt-out-policy.js'

/**
 * The blocks of recipients that providers report (docs/api/delivery#suppressions), each with the reason of its
 * suppression. {@link OPT_OUT_POLICY} has its source and scope.
 */
export const REPORTED_BLOCKS = {
  bounce: 'A mail server knows no such address',
  complaint: 'The recipient complained',
  opt_out: 'The provider reports an opt-out',
  marketing_opt_out: 'The provider reports an opt-out from promotional messages',
  blocked: 'The carrier blocks the recipient',
} as const satisfies Partial<Record<keyof typeof OPT_OUT_POLICY, string>>

/** A block of a recipient that a provider reports. */
export type ReportedBlock = keyof typeof REPORTED_BLOCKS
