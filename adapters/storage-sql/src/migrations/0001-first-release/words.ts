/**
 * The texts in columns of large tables. They are in alphabetical order, so that an engine that sorts them by
 * position sorts them as texts. A later release appends its own.
 */
export const WORDS = {
  environment: ['production', 'test'],
  lane: ['otp', 'promotional', 'transactional'],
  charge_on: ['delivered', 'submitted'],
  billing: ['provisional', 'released', 'settled'],
  state: [
    'ACCEPTED',
    'CANCELLED',
    'DELIVERED',
    'EXPIRED',
    'FAILED',
    'READ',
    'SUBMITTED',
    'UNCONFIRMED',
    'UNDELIVERED',
  ],
  phase: ['accepted', 'intent', 'permanent_failure', 'rejected_by_route', 'transient_failure', 'unknown'],
  type: ['credit', 'debit', 'release', 'reservation', 'settlement'],
} as const
