/**
 * The texts that columns of large tables take. They are in alphabetical order, so that an engine that orders them by their place orders
 * them as texts. A later release adds its own behind them.
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
