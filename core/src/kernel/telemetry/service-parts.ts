/** The parts of the service that can fail. */
export const PARTS = [
  'agents',
  'audit',
  'credentials',
  'dispatch',
  'feed',
  'gauges',
  'keys',
  'ledger-heads',
  'ticket-search',
  'bulk',
  'limits',
  'mail',
  'operators',
  'provider',
  'purge',
  'queue',
  'receipts',
  'reconciler',
  'record',
  'relay',
  'rendering',
  'restore',
  'storage',
  'webhooks',
] as const

export type ServicePart = (typeof PARTS)[number]
