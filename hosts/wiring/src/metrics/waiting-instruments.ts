import { Gauge, type Registry } from 'prom-client'

/** Tasks that wait for a person: super admins see a list of each kind. */
const forPeople = (registers: Registry[]) => ({
  unconfirmed: new Gauge({
    name: 'postrider_unconfirmed_past_check',
    help: 'Messages whose outcome is unknown and no longer queried at the provider: listMessages with pastCheck.',
    aggregator: 'max',
    registers,
  }),
  deadLettersOpen: new Gauge({
    name: 'postrider_dead_letters_open',
    help: 'Dead letters without a decision: listDeadLetters.',
    aggregator: 'max',
    registers,
  }),
  oddReceipts: new Gauge({
    name: 'postrider_odd_receipts',
    help: 'Delivery reports that match no message, or conflict with one: listOrphanReceipts, listContradictoryReceipts.',
    labelNames: ['kind'] as const,
    aggregator: 'max',
    registers,
  }),
  inboundTasks: new Gauge({
    name: 'postrider_inbound_tasks',
    help: 'Inbound messages that may be opt-outs and need a decision: listInboundMessages with task.',
    aggregator: 'max',
    registers,
  }),
  approvalsPending: new Gauge({
    name: 'postrider_approvals_pending',
    help: 'Proposals that wait for a second super admin: listApprovals.',
    aggregator: 'max',
    registers,
  }),
  mailsWaiting: new Gauge({
    name: 'postrider_mails_waiting',
    help: 'Emails of the service that no mail server has accepted yet.',
    aggregator: 'max',
    registers,
  }),
})

/** Rows with a retention setting. */
const stored = (registers: Registry[]) => ({
  storedOldest: new Gauge({
    name: 'postrider_stored_oldest_age_seconds',
    help: 'Age of the oldest stored row, by kind: messages, attempts, search. A row is as old as its message. 0: no rows.',
    labelNames: ['kind'] as const,
    aggregator: 'max',
    registers,
  }),
  storedPerDay: new Gauge({
    name: 'postrider_stored_rows_per_day',
    help: 'New rows per day, by kind: messages, attempts, search.',
    labelNames: ['kind'] as const,
    aggregator: 'max',
    registers,
  }),
})

/** Targets that are stopped, or will soon stop for lack of money. */
const stopped = (registers: Registry[]) => ({
  prefixBlocks: new Gauge({
    name: 'postrider_otp_prefix_blocks',
    help: 'Number prefixes that are blocked for the OTPs of an app because of suspected SMS pumping.',
    aggregator: 'max',
    registers,
  }),
  destinationsBlocked: new Gauge({
    name: 'postrider_destinations_blocked',
    help: 'Number prefixes that super admins blocked for all Organizations.',
    aggregator: 'max',
    registers,
  }),
  organizationsSuspended: new Gauge({
    name: 'postrider_organizations_suspended',
    help: 'Organizations that super admins paused. Counted among the 10,000 newest.',
    aggregator: 'max',
    registers,
  }),
  appsDisabled: new Gauge({
    name: 'postrider_apps_disabled',
    help: 'Apps that super admins paused. Counted among the 10,000 newest.',
    aggregator: 'max',
    registers,
  }),
  providerInfo: new Gauge({
    name: 'postrider_provider_account_info',
    help: 'Current name and kind of a provider account; always 1.',
    labelNames: ['provider', 'name', 'kind'] as const,
    aggregator: 'max',
    registers,
  }),
  providerEnabled: new Gauge({
    name: 'postrider_provider_account_enabled',
    help: '1 while a provider account is enabled, 0 while super admins have paused it.',
    labelNames: ['provider'] as const,
    aggregator: 'max',
    registers,
  }),
  accountsShort: new Gauge({
    name: 'postrider_accounts_short',
    help: 'Accounts that once had money and now have less than 10,000 minor units available. Counted among the 10,000 newest.',
    labelNames: ['environment', 'available'] as const,
    aggregator: 'max',
    registers,
  }),
})

/** Values that are read periodically: every process with a dispatcher shows the same. */
export const waiting = (registers: Registry[]) => ({
  ...forPeople(registers),
  ...stored(registers),
  ...stopped(registers),
})
