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
const lane = literalUnion(LANES, {
  description: 'Priority of the messages: OTP, transactional or promotional.',
})
const since = (description: string) => nullable(timestamp(description))
const age = nullable(
  integer({
    min: 0,
    description:
      '95th percentile of the time from acceptance until a provider accepted the message, in milliseconds, rounded up to a step of the histogram (factor 1.25). Null if there were no messages.',
    example: 910,
  }),
)

const stateCount = open(
  {
    state: literalUnion(MESSAGE_STATES, { description: 'State that the messages entered.' }),
    count: count('Number of messages that entered the state.'),
  },
  {},
)

const throughputStep = open(
  {
    at: timestamp('Start of the step.'),
    isComplete: flag({
      description: '`true` if everything in the step is counted; `false` also while it lasts.',
    }),
    states: list(stateCount, { description: 'Number of messages that entered each state in this step.' }),
    submittedP95Ms: age,
  },
  {},
)

/** Recent message throughput. */
const throughput = open(
  {
    stepSeconds: integer({ min: 60, description: 'Length of a step in seconds.', example: 60 }),
    countedUntil: since('Changes committed up to this time are counted; null if none are yet.'),
    steps: list(throughputStep, { description: 'Every step of the period, in order of time.' }),
    states: list(stateCount, {
      description: 'Number of messages that entered each state in the whole period.',
    }),
    channels: list(
      open(
        {
          channel: literalUnion(CHANNEL_NAMES, { description: 'Channel of the messages.' }),
          accepted: count('Number of accepted messages.'),
        },
        {},
      ),
      { description: 'Number of accepted messages by channel.' },
    ),
    lanes: list(open({ lane, accepted: count('Number of accepted messages.'), submittedP95Ms: age }, {}), {
      description: 'Number of accepted messages by priority.',
    }),
    failureCodes: list(
      open(
        {
          failureCode: text({ description: 'Reason why they did not arrive.', example: 'provider_rejected' }),
          count: count('Number of messages with this failure code.'),
        },
        {},
      ),
      { description: 'Number of messages that did not arrive, by failure code.' },
    ),
    accepted: list(
      open(
        { currency, amountMinor: minor('Cost of accepted messages in all environments, in minor units.', 0) },
        {},
      ),
      { description: 'Cost of accepted messages by currency.' },
    ),
    submittedP95Ms: age,
  },
  {},
  { name: 'Throughput', description: 'Message throughput of the last period, in steps of time.' },
)

const backlog = open(
  {
    lanes: list(
      open(
        {
          lane,
          waiting: count('Number of messages that are due, counted up to 100,000.'),
          since: since('Time since which the oldest of them has been waiting; null if there are none.'),
        },
        {},
      ),
      { description: 'Waiting messages by priority.' },
    ),
    organizations: list(
      open(
        {
          organizationId,
          displayName: text({ description: 'Name of the Organization.', example: 'Acme' }),
          waiting: count('Number of messages that are due.'),
        },
        {},
      ),
      {
        description:
          'The ten Organizations with the most waiting messages, among the 10,000 messages of each priority that are due longest.',
      },
    ),
  },
  {},
  { name: 'Backlog', description: 'Messages that wait for a dispatcher.' },
)

const unresolved = open(
  {
    unconfirmed: count(
      'Number of messages with an unknown outcome, among the 10,000 that are listed longest.',
    ),
    unconfirmedSince: since('Time since which the oldest of them has been waiting; null if there are none.'),
    pastCheck: count("Number of these that queries to the provider didn't resolve."),
    deadLetters: count('Number of messages that are no longer tried.'),
    orphanReceipts: count('Number of delivery reports that match no message.'),
    contradictoryReceipts: count('Number of delivery reports that contradict a final state.'),
    inboundTasks: count('Number of inbound messages that may be opt-outs and need a decision.'),
  },
  {},
  {
    name: 'UnresolvedCounts',
    description: 'Problems that only people can resolve. Each count goes up to 10,000.',
  },
)

const money = open(
  {
    held: list(
      open(
        {
          environment,
          currency,
          heldMinor: minor('Amount that is reserved and neither settled nor released, in minor units.', 0),
        },
        {},
      ),
      { description: 'Reserved amounts by environment and currency.' },
    ),
    short: list(
      open(
        {
          environment,
          empty: count('Number of accounts with nothing left.'),
          low: count('Number of accounts with little left.'),
        },
        {},
      ),
      { description: 'Number of accounts that are running out of money, by environment.' },
    ),
  },
  {},
  { name: 'MoneyOverview', description: 'Reserved amounts, and accounts that are running out of money.' },
)

const otps = open(
  {
    since: timestamp('Start of the hour that is counted.'),
    sent: count('Number of OTPs that were sent.'),
    verified: count('Number of OTPs that recipients entered correctly.'),
  },
  {},
  { name: 'OtpConversion', description: 'OTPs that were sent and verified in the last hour.' },
)

const providers = open(
  {
    since: timestamp('Start of the time that is counted.'),
    isSample: flag({ description: '`true` if there were more calls than were counted.' }),
    accounts: list(providerHealthShape, { description: 'The health of each provider account.' }),
  },
  {},
  { description: 'The health of provider accounts and their calls.' },
)

const waiting = open(
  {},
  {
    approvals: count('Number of proposals without a decision.'),
    templateReviews: count('Number of template versions that wait for a reviewer or for vendor approval.'),
    tickets: count('Number of open tickets.'),
    chats: count('Number of chats that no one has claimed.'),
  },
  { name: 'WaitingCounts', description: 'Tasks that wait for a person. Each count goes up to 10,000.' },
)

const stopped = open(
  {},
  {
    organizations: count('Number of suspended Organizations.'),
    apps: count('Number of stopped apps.'),
    providerAccounts: count('Number of stopped provider accounts.'),
    destinations: count('Number of blocked number prefixes.'),
    prefixBlocks: count('Number of prefixes that are blocked because of suspected SMS pumping.'),
  },
  { name: 'StoppedCounts', description: 'Stopped targets by kind. Each count goes up to 10,000.' },
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
  asOf: timestamp('Time at which the current values were read, at most some seconds ago.'),
} as const
