import type { Suppression } from '../../../consent/domain/suppression.js'

/**
 * The blocks of recipients that providers report (docs/api/delivery#suppressions), each with the source and scope
 * of its suppression. A carrier's block covers promotional messages: registers such as India's DND let others
 * pass.
 */
export const REPORTED_BLOCKS = {
  bounce: { source: 'bounce', scope: 'all', reason: 'A mail server knows no such address' },
  complaint: { source: 'complaint', scope: 'all', reason: 'The recipient complained' },
  opt_out: { source: 'opt_out', scope: 'all', reason: 'The provider reports an opt-out' },
  marketing_opt_out: {
    source: 'opt_out',
    scope: 'promotional',
    reason: 'The provider reports an opt-out from promotional messages',
  },
  blocked: { source: 'blocked', scope: 'promotional', reason: 'The carrier blocks the recipient' },
} as const satisfies Readonly<Record<string, Pick<Suppression, 'source' | 'scope' | 'reason'>>>

/** A block of a recipient that a provider reports. */
export type ReportedBlock = keyof typeof REPORTED_BLOCKS
