import { PRODUCT_NAME } from '../../language/product.js'

/** The texts of provider accounts. */
export const PROVIDERS_TEXTS = {
  title: 'Providers',
  accounts: 'Provider accounts',
  name: 'Account',
  disabled: 'Paused',
  verdict: 'Health',
  verdicts: {
    failing: 'Failing',
    unsteady: 'Unstable',
    stopped: 'Paused',
    well: 'Healthy',
    idle: 'No calls',
  },
  failedCalls: (share: string) => `${share} of calls failed`,
  connection: 'Connection',
  connections: { up: 'Up', connecting: 'Unknown', refused: 'Refused', down: 'Down' },
  unopened: 'not connected',
  leftAlone: (open: number, processes: number) =>
    processes === 1
      ? 'circuit open: calls fail'
      : `circuit open in ${open} of ${processes} processes: calls fail`,
  sessions: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  accepted: 'Accepted',
  refused: 'Rejected',
  unknown: 'Unknown',
  inFlight: 'In progress',
  lastFailure: 'Last failure',
  none: 'none',
  since: (clock: string) => `Calls since ${clock}`,
  sample: 'of the newest messages',
  stop: 'Pause…',
  resume: 'Resume…',
  change: 'Change…',
  add: 'New account…',
  changeTitle: (name: string) => `Change ${name}`,
  addTitle: 'Create a provider account',
  changeLead: 'The kind can’t change. Secrets are never shown. Empty secret fields keep their value.',
  addLead: 'Secrets are never shown again after you save them.',
  save: 'Save account',
  saved: 'Provider account saved',
  address: 'Callback URL…',
  addressTitle: (name: string) => `Create a new callback URL for ${name}?`,
  addressLead:
    'The old URL keeps working for one day. If you entered it in the provider’s portal, replace it there within that day.',
  addressDo: 'Create new URL',
  unreadable: 'Unreadable callbacks',
  newest: (count: string) => `newest ${count}`,
  what: 'Problem and stored data',
  received: 'Received',
  unreadableEmptyTitle: 'No unreadable callbacks',
  unreadableEmpty: `Callbacks from providers that ${PRODUCT_NAME} can’t read are kept here for 30 days.`,
  prefixes: 'Allowed number prefixes',
  prefix: 'Prefix',
  country: 'Country',
  digits: 'Digits',
  reason: 'Reason',
  allowedAt: 'Allowed',
  allowPrefix: 'Allow prefix…',
  allowPrefixTitle: 'Allow a number prefix',
  allowPrefixLead: `For new number ranges that ${PRODUCT_NAME} still refuses. Prices and blocks apply as for other numbers of the country.`,
  allowPrefixDo: 'Allow prefix',
  prefixAllowed: 'Number prefix allowed',
  removePrefix: 'Remove…',
  removePrefixTitle: (prefix: string) => `Remove ${prefix}?`,
  removePrefixLead: `Sends to these numbers are refused again, unless ${PRODUCT_NAME} knows them by now.`,
  removePrefixDo: 'Remove prefix',
  prefixRemoved: 'Number prefix removed',
  prefixesEmptyTitle: 'No allowed prefixes',
  prefixesEmpty: 'Numbers of ranges that are newer than this version are refused. Allow their prefix here.',
  actions: 'Actions',
  actionsOf: (name: string) => `More actions for ${name}`,
  emptyTitle: 'No provider accounts',
  empty: 'Messages are sent through provider accounts. Create one first.',
} as const

/** The `prefix` of a price for all destinations. */
const EVERYWHERE = '*'

/** The destinations of a price: a prefix, or the word for all of them. */
export const destinationWord = (prefix: string): string => (prefix === EVERYWHERE ? 'everywhere' : prefix)

/** The scope of a price: its channel and its destinations. */
export const priceWords = (channel: string, prefix: string): string =>
  prefix === EVERYWHERE ? `${channel} everywhere` : `${channel} to ${prefix}`

/** The texts of prices. */
export const PRICES_TEXTS = {
  title: 'Prices',
  list: 'Price versions, newest first',
  owner: 'For',
  everybody: 'all Organizations',
  channel: 'Channel',
  prefix: 'Destinations',
  price: 'Unit price',
  chargeOn: 'Charged on',
  from: 'In force from',
  currency: 'Currency',
  organization: 'Organization',
  record: 'Record',
  propose: 'Propose a price…',
  proposeTitle: 'Propose a price',
  proposeLead:
    'The price applies once another super admin approves it. Leave the Organization empty to set the list price.',
  proposeDo: 'Propose price',
  proposed: 'Proposal created. Another super admin decides it.',
  preview: 'Effect on past messages',
  lastMonth: 'last 30 days',
  previewHint:
    'Enter channel, destinations, currency and price to see how much recent messages would have cost.',
  environment: 'Environment',
  messages: 'Messages',
  units: 'Units',
  charged: 'Charged',
  wouldBe: 'With new price',
  difference: 'Difference',
  noVolumeTitle: 'No effect',
  noVolume: 'This price would not have applied to any message of the last 30 days.',
  mostChanged: (count: number) =>
    count === 1 ? 'Organization that is affected' : `The ${count} Organizations that are affected most`,
  estimate: (looked: string) => `Estimated from ${looked} messages.`,
  emptyTitle: 'No prices',
  empty: 'Sends without a price are refused. Propose a price; another super admin approves it.',
} as const
