import { Gauge, type Registry } from 'prom-client'

/** Tasks that wait for a person: operators see a list of each kind. */
const forPeople = (registers: Registry[]) => ({
  unconfirmed: new Gauge({
    name: 'postrider_unconfirmed_past_check',
    help: 'Messages whose outcome has been unknown for longer than providers are asked: listMessages with pastCheck.',
    aggregator: 'max',
    registers,
  }),
  deadLettersOpen: new Gauge({
    name: 'postrider_dead_letters_open',
    help: 'Dead letters that nobody has ended: listDeadLetters.',
    aggregator: 'max',
    registers,
  }),
  oddReceipts: new Gauge({
    name: 'postrider_odd_receipts',
    help: 'Receipts that match no message, or contradict one: listOrphanReceipts, listContradictoryReceipts.',
    labelNames: ['kind'] as const,
    aggregator: 'max',
    registers,
  }),
  approvalsPending: new Gauge({
    name: 'postrider_approvals_pending',
    help: 'Proposals that a second super admin has not decided: listApprovals.',
    aggregator: 'max',
    registers,
  }),
  mailsWaiting: new Gauge({
    name: 'postrider_mails_waiting',
    help: "The service's own mails that no mail server has taken yet.",
    aggregator: 'max',
    registers,
  }),
})

/** Rows with a retention setting. */
const stored = (registers: Registry[]) => ({
  storedOldest: new Gauge({
    name: 'postrider_stored_oldest_age_seconds',
    help: 'How long ago the message of the oldest stored row was accepted, by kind: messages, attempts, search. 0: there is none.',
    labelNames: ['kind'] as const,
    aggregator: 'max',
    registers,
  }),
  storedPerDay: new Gauge({
    name: 'postrider_stored_rows_per_day',
    help: 'How many rows a day adds, by kind: messages, attempts, search.',
    labelNames: ['kind'] as const,
    aggregator: 'max',
    registers,
  }),
})

/** Targets that are stopped, or will soon stop for lack of money. */
const stopped = (registers: Registry[]) => ({
  prefixBlocks: new Gauge({
    name: 'postrider_otp_prefix_blocks',
    help: 'Prefixes that get no OTPs of an app now, because the toll-fraud breaker tripped.',
    aggregator: 'max',
    registers,
  }),
  destinationsBlocked: new Gauge({
    name: 'postrider_destinations_blocked',
    help: 'Prefixes that operators have stopped for everybody.',
    aggregator: 'max',
    registers,
  }),
  organizationsSuspended: new Gauge({
    name: 'postrider_organizations_suspended',
    help: 'Organizations that operators have stopped, of the 10,000 newest.',
    aggregator: 'max',
    registers,
  }),
  appsDisabled: new Gauge({
    name: 'postrider_apps_disabled',
    help: 'Apps that operators have stopped, of the 10,000 newest.',
    aggregator: 'max',
    registers,
  }),
  providerInfo: new Gauge({
    name: 'postrider_provider_account_info',
    help: 'Which name and kind a provider account has at present; always 1.',
    labelNames: ['provider', 'name', 'kind'] as const,
    aggregator: 'max',
    registers,
  }),
  providerEnabled: new Gauge({
    name: 'postrider_provider_account_enabled',
    help: '1 while a provider account may be called, 0 while operators have stopped it.',
    labelNames: ['provider'] as const,
    aggregator: 'max',
    registers,
  }),
  accountsShort: new Gauge({
    name: 'postrider_accounts_short',
    help: 'Accounts that had money and have none available, or less than 10,000 minor units, of the 10,000 newest.',
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
