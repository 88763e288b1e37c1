import { CHANNEL_NAMES } from '../../channels/channels.js'
import { LANES } from '../../kernel/messages/lane.js'
import { flag } from '../../kernel/codecs/flag.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../kernel/codecs/money.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { MESSAGE_STATES } from '../../kernel/messages/message-state.js'
import { environment, organizationId } from '../../runner/domain/fields/tenancy.js'
import { providerHealthShape } from '../../providers/operations/shapes.js'

const count = (description: string) => integer({ min: 0, description, example: 12 })
const lane = literalUnion(LANES)
const since = (description: string) => nullable(timestamp(description))
const age = nullable(
  integer({
    min: 0,
    description:
      'Milliseconds from acceptance that 95 of 100 messages took at the most until a provider took them, rounded up to the end of a step of 1.25; null: none was taken.',
    example: 910,
  }),
)

const stateCount = open(
  { state: literalUnion(MESSAGE_STATES), count: count('Messages that came to it.') },
  {},
)

const throughputStep = open(
  {
    at: timestamp('When the step began.'),
    isComplete: flag({
      description: 'Whether all that happened in it is counted; false also while it goes on.',
    }),
    states: list(stateCount, { description: 'Those that messages came to.' }),
    submittedP95Ms: age,
  },
  {},
)

/** Recent message throughput. */
const throughput = open(
  {
    stepSeconds: integer({ min: 60, description: 'How long a step is.', example: 60 }),
    countedUntil: since('What was committed until then is counted; null: nothing was yet.'),
    steps: list(throughputStep, { description: 'All of the period, in the order of time.' }),
    states: list(stateCount, { description: 'The same of the whole period.' }),
    channels: list(open({ channel: literalUnion(CHANNEL_NAMES), accepted: count('Messages accepted.') }, {})),
    lanes: list(open({ lane, accepted: count('Messages accepted.'), submittedP95Ms: age }, {})),
    failureCodes: list(
      open({ failureCode: text({ example: 'provider_rejected' }), count: count('Messages.') }, {}),
    ),
    accepted: list(
      open({ currency, amountMinor: minor('What accepted messages cost, of all environments.', 0) }, {}),
    ),
    submittedP95Ms: age,
  },
  {},
  { name: 'Throughput', description: 'What became of messages lately, in steps of time.' },
)

const backlog = open(
  {
    lanes: list(
      open(
        {
          lane,
          waiting: count('Messages that are due; counted up to 100,000.'),
          since: since('Since when the first.'),
        },
        {},
      ),
    ),
    organizations: list(
      open(
        { organizationId, displayName: text({ example: 'Acme' }), waiting: count('Messages that are due.') },
        {},
      ),
      { description: 'The ten with the most, among the 10,000 messages of each lane that are due longest.' },
    ),
  },
  {},
  { name: 'Backlog', description: 'What waits for a dispatcher.' },
)

const unresolved = open(
  {
    unconfirmed: count('Messages whose outcome is unknown, among the 10,000 listed longest.'),
    unconfirmedSince: since('Since when the first.'),
    pastCheck: count('Those of them that asking the provider did not settle.'),
    deadLetters: count('Messages that nobody tries any more.'),
    orphanReceipts: count('Reports that belong to no message.'),
    contradictoryReceipts: count('Reports against a final state.'),
  },
  {},
  { name: 'UnresolvedCounts', description: 'What only people can settle; each is counted up to 10,000.' },
)

const money = open(
  {
    held: list(
      open({ environment, currency, heldMinor: minor('Reserved, and neither settled nor released.', 0) }, {}),
    ),
    short: list(
      open(
        {
          environment,
          empty: count('Accounts with nothing left.'),
          low: count('Accounts with little left.'),
        },
        {},
      ),
    ),
  },
  {},
  { name: 'MoneyOverview', description: 'What is held, and where money runs out.' },
)

const otps = open(
  { since: timestamp('From when on.'), sent: count('OTPs sent.'), verified: count('OTPs entered rightly.') },
  {},
  { name: 'OtpConversion', description: 'OTPs of the last hour.' },
)

const providers = open(
  {
    since: timestamp('From when on.'),
    isSample: flag({ description: 'Whether there were more calls.' }),
    accounts: list(providerHealthShape),
  },
  {},
)

const waiting = open(
  {},
  {
    approvals: count('Proposals that nobody has decided.'),
    templateReviews: count('Template versions that wait for a reviewer or a vendor.'),
    tickets: count('Open tickets.'),
    chats: count('Chats that nobody has taken.'),
  },
  { name: 'WaitingCounts', description: 'What waits for a person; each is counted up to 10,000.' },
)

const stopped = open(
  {},
  {
    organizations: count('Organizations that are suspended.'),
    apps: count('Apps that are stopped.'),
    providerAccounts: count('Provider accounts that are stopped.'),
    destinations: count('Prefixes that nothing is sent to.'),
    prefixBlocks: count('Prefixes that the toll-fraud breaker blocks.'),
  },
  { name: 'StoppedCounts', description: 'What is stopped; each is counted up to 10,000.' },
)

/** The complete overview; each part requires the permission of its area. */
export const overviewParts = {
  throughput,
  backlog,
  unresolved,
  otps,
  providers,
  money,
  waiting,
  stopped,
} as const

/** The time of the overview. */
export const overviewFields = {
  asOf: timestamp('When the present was read; at most some seconds ago.'),
} as const
