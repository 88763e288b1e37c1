/** What provider accounts and prices say. */
export const PROVIDERS_TEXTS = {
  title: 'Providers',
  accounts: 'Provider accounts',
  name: 'Account',
  disabled: 'Stopped',
  verdict: 'Verdict',
  verdicts: { failing: 'Failing', unsteady: 'Unsteady', stopped: 'Stopped', well: 'OK', idle: 'No calls' },
  failedCalls: (share: string) => `${share} of calls failed`,
  connection: 'Connection',
  connections: { up: 'Up', connecting: 'Not known', refused: 'Refused', down: 'Down' },
  unopened: 'not open',
  leftAlone: (open: number, processes: number) =>
    processes === 1
      ? 'left alone: its calls fail'
      : `left alone by ${open} of ${processes} processes: its calls fail`,
  sessions: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  accepted: 'Accepted',
  refused: 'Rejected',
  unknown: 'Unknown',
  inFlight: 'Under way',
  lastFailure: 'Last failure',
  none: 'none',
  since: (clock: string) => `Calls since ${clock}`,
  sample: 'of the newest messages',
  stop: 'Stop…',
  resume: 'Resume…',
  change: 'Change…',
  add: 'New account…',
  changeTitle: (name: string) => `Change ${name}`,
  addTitle: 'A new provider account',
  changeLead: 'Its kind stays. Secrets that are left empty stay as they are; they are never shown.',
  addLead: 'Secrets go in, and never come out.',
  save: 'Save the account',
  saved: 'The account is saved',
  address: 'Callback address…',
  addressTitle: (name: string) => `Give ${name} another callback address`,
  addressLead:
    'The address before is taken for another day. Where the vendor is told the address by hand, tell it the new one within that day.',
  addressDo: 'Make a new address',
  unreadable: 'Callbacks that nobody understood',
  newest: (count: string) => `the newest ${count}`,
  what: 'What it is, and what is kept of it',
  received: 'Received',
  unreadableEmptyTitle: 'All was understood',
  unreadableEmpty: 'What a provider tells and nobody understands is kept here for thirty days.',
  actions: 'Actions',
  actionsOf: (name: string) => `More about ${name}`,
  emptyTitle: 'No provider accounts',
  empty: 'Messages leave by provider accounts. Make one first.',
} as const

/** The destinations of a price that holds for all of them. */
const EVERYWHERE = '*'

/** The destinations of a price: a prefix, or the word for all of them. */
export const destinationWord = (prefix: string): string => (prefix === EVERYWHERE ? 'everywhere' : prefix)

/** What a price is for: its channel and its destinations. */
export const priceWords = (channel: string, prefix: string): string =>
  prefix === EVERYWHERE ? `${channel} everywhere` : `${channel} to ${prefix}`

/** What prices say. */
export const PRICES_TEXTS = {
  title: 'Prices',
  list: 'Price versions, the newest first',
  owner: 'For',
  everybody: 'everybody',
  channel: 'Channel',
  prefix: 'Destinations',
  price: 'Price of a unit',
  chargeOn: 'Charged on',
  from: 'In force from',
  currency: 'Currency',
  organization: 'Organization',
  record: 'Record',
  propose: 'Propose a price…',
  proposeTitle: 'Propose a price',
  proposeLead:
    'It counts when another super admin has approved it, and never earlier. Without an Organization it is for everybody.',
  proposeDo: 'Propose the price',
  proposed: 'Proposed. Another super admin decides it.',
  preview: 'What it would have changed',
  lastMonth: 'the last thirty days',
  previewHint:
    'What it would have changed is shown here as soon as channel, destinations, currency and price are written.',
  environment: 'Environment',
  messages: 'Messages',
  units: 'Units',
  charged: 'Charged',
  wouldBe: 'Would have been',
  difference: 'Difference',
  noVolumeTitle: 'Nothing would have changed',
  noVolume: 'No message of the last thirty days would have been charged by it.',
  mostChanged: (count: number) =>
    count === 1
      ? 'The Organization for which it changes'
      : `The ${count} Organizations for which it changes most`,
  estimate: (looked: string) => `An estimate: ${looked} messages were looked at.`,
  emptyTitle: 'No prices',
  empty: 'Without a price a send is refused. Propose one; another super admin decides it.',
} as const
