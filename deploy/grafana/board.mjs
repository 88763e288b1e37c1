// The board for Grafana, as it is meant; `npm run fix` writes postrider.json from it, and a test evaluates each expression.
import { fileURLToPath } from 'node:url'
import { board, graph, row, stat, table } from './parts.mjs'
import { most, named, quantile, rate, RATE } from './queries.mjs'

const SENDS = 'method="POST",route=~"/v1/messages|/v1/messages/batch|/v1/otp"'

const nothingIsGood = [['red', 1]]
const somethingToDo = [['orange', 1]]

const glance = row('At a glance', [
  stat('Processes', 'How many processes answer Prometheus.', {
    query: 'sum(up{job="postrider",$I})',
    thresholds: [],
  }),
  stat('Not ready', 'Readiness checks that fail. Whoever fails one is given no requests.', {
    query: 'count(postrider_ready{$I} == 0) or vector(0)',
    thresholds: nothingIsGood,
  }),
  stat('Accepted', 'Messages accepted a second.', {
    query: `sum(rate(postrider_messages_accepted_total{replayed="false",$I}${RATE}))`,
    unit: 'cps',
  }),
  stat('Fail', 'Share of requests that are answered with 5xx.', {
    query: `(sum(rate(postrider_http_request_duration_seconds_count{status_code=~"5..",$I}${RATE})) or vector(0))
      / sum(rate(postrider_http_request_duration_seconds_count{$I}${RATE}))`,
    unit: 'percentunit',
    thresholds: [
      ['orange', 0.005],
      ['red', 0.02],
    ],
  }),
  stat(
    'Longest wait',
    'For how long the longest-waiting message has been due without having gone to the queue.',
    {
      query: most('postrider_outbox_oldest_age_seconds'),
      unit: 's',
      thresholds: [
        ['orange', 10],
        ['red', 60],
      ],
    },
  ),
  stat('Drift', 'Accounts that differ from their ledgers. Anything but 0 needs a person, now.', {
    query: most('postrider_ledger_drifting_accounts'),
    thresholds: nothingIsGood,
  }),
  stat('Dead letters', 'Messages that nobody tries any more until an operator says so.', {
    query: most('postrider_dead_letters_open'),
    thresholds: somethingToDo,
  }),
  stat(
    'Unknown',
    'Messages of which nobody knows whether they were sent, for longer than it takes to find out.',
    {
      query: most('postrider_unconfirmed_past_check'),
      thresholds: somethingToDo,
    },
  ),
])

const acceptance = row('Acceptance', [
  graph(
    'Accepted messages',
    'Messages accepted durably, by channel; replays are earlier answers given again.',
    {
      queries: {
        '{{channel}}': rate('postrider_messages_accepted_total', 'channel', 'replayed="false"'),
        replays: rate('postrider_messages_accepted_total', '', 'replayed="true"'),
      },
      unit: 'cps',
    },
  ),
  graph(
    'Time to answer a send',
    'From a send to its answer, when it is on disk. The alert is at 1 s for one in a hundred.',
    {
      queries: {
        'half of them': quantile(0.5, 'postrider_http_request_duration_seconds', '', SENDS),
        '95 of 100': quantile(0.95, 'postrider_http_request_duration_seconds', '', SENDS),
        '99 of 100': quantile(0.99, 'postrider_http_request_duration_seconds', '', SENDS),
      },
      unit: 's',
      limit: 1,
    },
  ),
  graph('Refused sends', 'Sends, and messages of batches, that were answered with an error, by its code.', {
    queries: { '{{code}}': `${rate('postrider_sends_refused_total', 'code')} > 0` },
    unit: 'cps',
  }),
  graph('Requests', 'All requests by route and status; unknown: a path that there is not.', {
    queries: {
      '{{method}} {{route}} {{status_code}}': rate(
        'postrider_http_request_duration_seconds_count',
        'method, route, status_code',
      ),
    },
    unit: 'reqps',
  }),
  graph('Operations', 'What people and Agents ask for, by name; the ten that are asked for most.', {
    queries: {
      '{{boundary}} {{operation}}': `topk(10, ${rate('postrider_operation_duration_seconds_count', 'boundary, operation')})`,
    },
    unit: 'reqps',
  }),
  graph('Accepting transactions', 'How many requests share one, on average, and how long one takes.', {
    queries: {
      'requests in one': `sum(rate(postrider_acceptance_batch_size_sum{$I}${RATE}))
        / sum(rate(postrider_acceptance_batch_size_count{$I}${RATE}))`,
      'milliseconds, 99 of 100': `1000 * ${quantile(0.99, 'postrider_acceptance_batch_duration_seconds')}`,
    },
  }),
  graph(
    'Organizations set aside',
    'They get transactions of their own: another transaction holds rows that they need, or they cause errors in shared ones.',
    {
      queries: {
        '{{organization}} {{batcher}} {{why}}':
          'max by (batcher, organization, why) (postrider_organization_aside{$I}) > 0',
      },
    },
  ),
])

const dispatch = row('Dispatch and providers', [
  graph(
    'Calls of providers',
    'By the name that the account has now and what came of them. NotAttempted and TransientFailure are tried again, RejectedByRoute at another account.',
    {
      queries: { '{{name}} {{outcome}}': named(rate('postrider_provider_calls_total', 'provider, outcome')) },
      unit: 'cps',
    },
  ),
  graph(
    'Calls that come to nothing',
    'Share of a provider account’s calls that were not sent, refused for now or lost. The alert is at one half.',
    {
      queries: {
        '{{name}}': named(
          `${rate('postrider_provider_calls_total', 'provider', 'outcome=~"NotAttempted|RejectedByRoute|TransientFailure|OutcomeUnknown"')}
          / ${rate('postrider_provider_calls_total', 'provider')}`,
        ),
      },
      unit: 'percentunit',
      limit: 0.5,
    },
  ),
  graph(
    'Accounts left alone',
    'Processes that do not call a provider account, since it failed five times in a row or in half of twenty calls. They try again within a minute.',
    { queries: { '{{name}}': named('sum by (provider) (postrider_provider_circuit_open{$I})') } },
  ),
  graph(
    'Speed of provider accounts',
    'How fast the process calls an account that slowed it down most, of how fast it did before the account asked for less: 1 as fast.',
    { queries: { '{{name}}': named('min by (provider) (postrider_provider_speed_ratio{$I})') } },
  ),
  graph(
    'Health of provider accounts',
    'As the process sees it for which an account stands best: 1 up, 0.5 not known, 0 refused or down. The alert is at 0 for two minutes.',
    { queries: { '{{name}}': named('max by (provider) (postrider_provider_health{$I})') } },
  ),
  graph(
    'Reasons of provider accounts',
    'Processes for which a provider account does not work, by account and reason.',
    {
      queries: {
        '{{name}}: {{reason}}': named('sum by (provider, reason) (postrider_provider_problem{$I})'),
      },
    },
  ),
  graph('Time of a call', 'What 95 of 100 calls of a provider account take. The alert is at 10 s.', {
    queries: { '{{name}}': named(quantile(0.95, 'postrider_provider_call_duration_seconds', 'provider')) },
    unit: 's',
    limit: 10,
  }),
  graph('States', 'Messages that reached a state, by channel.', {
    queries: { '{{channel}} {{state}}': rate('postrider_message_states_total', 'channel, state') },
    unit: 'cps',
  }),
  graph(
    'From acceptance to a state',
    'What it takes 95 of 100 messages, by state: SUBMITTED is ours, DELIVERED the provider’s.',
    {
      queries: { '{{state}}': quantile(0.95, 'postrider_message_dispatch_duration_seconds', 'state') },
      unit: 's',
    },
  ),
  graph(
    'Receipts',
    'Reports of providers: stored, told twice, against a state that is final, or ignored since they mean nothing here.',
    {
      queries: { '{{outcome}}': rate('postrider_receipts_total', 'outcome') },
      unit: 'cps',
    },
  ),
  graph(
    'Inbound messages',
    'What people write to senders: of an Organization, or unassigned until an operator says whose it is.',
    { queries: { '{{state}}': rate('postrider_inbound_messages_total', 'state') }, unit: 'cps' },
  ),
  graph(
    'Returned mails refused',
    'Mails at the port for mails that come back: for nobody of ours, too long, or to come again since storage was away.',
    { queries: { '{{why}}': rate('postrider_returned_mails_refused_total', 'why') }, unit: 'cps' },
  ),
  table(
    'Provider accounts',
    'What each is called now, and 1 where it may be called; 0: operators have stopped it.',
    {
      query: `max by (provider, name, kind) (postrider_provider_account_info{$I})
      * on (provider) group_left () max by (provider) (postrider_provider_account_enabled{$I})`,
      width: 12,
      hidden: ['Time'],
    },
  ),
  graph('Receipts that match nothing, or contradict', 'Each is in a list that operators are shown.', {
    queries: { '{{kind}}': most('postrider_odd_receipts', 'kind') },
    width: 12,
  }),
])

const backlog = row('Backlog and queue', [
  graph(
    'Messages that need something',
    'All that is not ended: waiting to be sent, or for a report. Counted to 100,000, of a long list in half a minute.',
    {
      queries: { messages: most('postrider_outbox_pending') },
    },
  ),
  graph(
    'Longest wait',
    'Of messages that are due and have not gone to the queue. The alert is at a minute.',
    {
      queries: { wait: most('postrider_outbox_oldest_age_seconds') },
      unit: 's',
      limit: 60,
    },
  ),
  graph(
    'In the queue',
    'Jobs that wait in each lane. A lane that grows has too few dispatchers, or a slow provider.',
    {
      queries: { '{{lane}}': most('postrider_queue_depth', 'lane') },
    },
  ),
  graph(
    'Changes without a number',
    'Committed, and no console has heard of them yet. Any dispatcher or console numbers them.',
    {
      queries: { changes: most('postrider_feed_unnumbered_changes') },
      limit: 1000,
    },
  ),
  graph('Changes', 'Numbered changes of the feed a second: what consoles are told.', {
    queries: { changes: `max(rate(postrider_feed_newest_change{$I}${RATE}))` },
    unit: 'cps',
  }),
  graph('Relayed', 'From the outbox to the queue, by lane; failed: the queue did not confirm.', {
    queries: { '{{lane}} {{outcome}}': rate('postrider_messages_relayed_total', 'lane, outcome') },
    unit: 'cps',
  }),
  graph('Queue reached', '1 while a dispatcher reaches the queue.', {
    queries: { '{{instance}}': 'postrider_queue_up{$I}' },
  }),
  graph(
    'Given up',
    'Jobs that the queue gave up, and messages that became dead letters, by where they failed.',
    {
      queries: {
        jobs: `sum(increase(postrider_queue_dead_jobs_total{$I}${RATE}))`,
        '{{stage}}': `sum by (stage) (increase(postrider_dead_letters_total{$I}${RATE}))`,
      },
    },
  ),
])

const money = row('Money and books', [
  stat('Drifting accounts', 'Accounts that differ from their ledgers.', {
    query: most('postrider_ledger_drifting_accounts'),
    thresholds: nothingIsGood,
    width: 6,
  }),
  stat('Out of money', 'Accounts in production that had money and have none available.', {
    query: most('postrider_accounts_short', '', 'environment="production",available="none"'),
    thresholds: somethingToDo,
    width: 6,
  }),
  stat('Low on money', 'Accounts in production with less than 10,000 minor units available.', {
    query: most('postrider_accounts_short', '', 'environment="production",available="low"'),
    thresholds: somethingToDo,
    width: 6,
  }),
  stat('To be decided', 'Credits, adjustments and prices that wait for a second super admin.', {
    query: most('postrider_approvals_pending'),
    thresholds: somethingToDo,
    width: 6,
  }),
  graph('Accounts compared', 'With their re-added ledgers; a flat line at 0 means that nobody looks.', {
    queries: { accounts: rate('postrider_ledger_accounts_checked_total', '') },
    unit: 'cps',
  }),
  graph('Refused for money', 'Sends that balance or budget did not cover.', {
    queries: {
      '{{code}}': rate(
        'postrider_sends_refused_total',
        'code',
        'code=~"insufficient_balance|budget_exceeded"',
      ),
    },
    unit: 'cps',
  }),
  graph('Budgets', 'Percentages of budgets that were reached.', {
    queries: { '{{percent}} %': `sum by (percent) (increase(postrider_budget_alerts_total{$I}${RATE}))` },
  }),
])

const abuse = row('OTPs and abuse', [
  graph(
    'OTPs given back',
    'Right and wrong codes. Many wrong ones are guesses; many sends and few of either are toll fraud.',
    {
      queries: { 'right: {{verified}}': rate('postrider_otp_verifications_total', 'verified') },
      unit: 'cps',
    },
  ),
  graph(
    'Prefixes blocked',
    'Prefixes that get no OTPs of an app now, and those that the breaker has just blocked.',
    {
      queries: {
        'in force': most('postrider_otp_prefix_blocks'),
        new: `sum(increase(postrider_otp_prefixes_blocked_total{$I}${RATE}))`,
      },
      limit: 1,
    },
  ),
  graph('Stopped by operators', 'Kill switches that are thrown.', {
    queries: {
      destinations: most('postrider_destinations_blocked'),
      Organizations: most('postrider_organizations_suspended'),
      apps: most('postrider_apps_disabled'),
      'provider accounts':
        'count(max by (provider) (postrider_provider_account_enabled{$I}) == 0) or vector(0)',
    },
  }),
  graph('Too many requests', 'Requests that came too often for their caller, by limit.', {
    queries: { '{{policy}}': rate('postrider_requests_rate_limited_total', 'policy') },
    unit: 'reqps',
  }),
  graph(
    'Connections refused',
    'As many of one address were open as may be, or as many as there may be at all.',
    {
      queries: { '{{why}}': rate('postrider_http_connections_refused_total', 'why') },
      unit: 'cps',
    },
  ),
  graph('Connections ended', 'For what they held: pipelined requests, answers not taken, bodies in pieces.', {
    queries: { '{{why}}': rate('postrider_http_connections_cut_total', 'why') },
    unit: 'cps',
  }),
])

const storage = row('Storage', [
  graph(
    'Rows a day',
    'How many messages, provider calls and search entries a day adds, by the latest ones.',
    {
      queries: { '{{kind}}': 'max by (kind) (postrider_stored_rows_per_day{$I})' },
    },
  ),
  graph(
    'Oldest rows',
    'How long ago the message of the oldest stored row was accepted, by kind. Retention settings bound it.',
    {
      queries: { '{{kind}}': 'max by (kind) (postrider_stored_oldest_age_seconds{$I})' },
      unit: 's',
    },
  ),
  graph(
    'Connections to the database',
    'For transactions and readings. Calls that wait for one are the first sign of too little database.',
    {
      queries: {
        '{{state}}': `sum by (state) (postrider_storage_connections{$I})`,
        'there may be': 'sum(postrider_storage_connections_limit{$I})',
      },
    },
  ),
  graph(
    'Begun again',
    'Transactions and readings, by what befell them. Some deadlocks are usual; many cost time.',
    {
      queries: { '{{why}}': rate('postrider_storage_retries_total', 'why') },
      unit: 'cps',
    },
  ),
  graph('Given up', 'Transactions and readings whose callers were told to come again.', {
    queries: { '{{why}}': rate('postrider_storage_failures_total', 'why') },
    unit: 'cps',
  }),
])

const processes = row('Processes', [
  graph('Readiness', '1 a check passes, 0.5 it warns, 0 it fails.', {
    queries: { '{{check}}': 'min by (check) (postrider_ready{$I})' },
  }),
  graph('Processor time', 'Seconds a second: 1 is one core.', {
    queries: { '{{instance}}': rate('process_cpu_seconds_total', 'instance') },
  }),
  graph('Memory', 'All of the process, and what of its heap is in use.', {
    queries: {
      '{{instance}}': 'process_resident_memory_bytes{$I}',
      '{{instance}} heap': 'nodejs_heap_size_used_bytes{$I}',
    },
    unit: 'bytes',
  }),
  graph(
    'Waiting for a turn',
    'How late work begins that is due: a process that has too little processor time shows here.',
    {
      queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{$I}' },
      unit: 's',
      limit: 0.5,
    },
  ),
  graph(
    'Clocks',
    'How far the machine and the process are ahead of the database. From 10 s on a process is not ready.',
    {
      queries: { '{{instance}} {{clock}}': 'abs(postrider_clock_offset_seconds{$I})' },
      unit: 's',
      limit: 10,
    },
  ),
  graph('Failures', 'Failures that were survived, by the part they struck; the log says what they were.', {
    queries: { '{{where}}': `${rate('postrider_failures_total', 'where')} > 0` },
    unit: 'cps',
  }),
  graph('Workers', 'How many processes serve behind an instance, and how many there should be.', {
    queries: {
      '{{instance}} serve': 'postrider_workers_serving{$I}',
      '{{instance}} wanted': 'postrider_workers_wanted{$I}',
    },
  }),
  graph('Workers that died', 'Workers that ended without having been asked to, within the last hour.', {
    queries: { '{{instance}}': 'increase(postrider_worker_deaths_total{$I}[1h])' },
  }),
  graph(
    'Handed over to homes',
    'Sends that a worker handed over to the home of their Organization, and those that it accepted itself since the home did not answer.',
    {
      queries: { '{{outcome}}': rate('postrider_submissions_handed_over_total', 'outcome') },
      unit: 'reqps',
    },
  ),
  table('What runs', 'Version and commit of each process.', {
    query: 'max by (instance, version, commit) (postrider_build_info{$I})',
    width: 12,
    hidden: ['Time', 'Value'],
  }),
  graph('Starts', 'How often a process began within the last hour.', {
    queries: { '{{instance}}': 'changes(process_start_time_seconds{job="postrider",$I}[1h])' },
    width: 6,
  }),
  graph('Mails that wait', 'Of the service’s own: no mail server is set, or it takes none.', {
    queries: { mails: most('postrider_mails_waiting') },
    width: 6,
  }),
])

/** The committed text of the board. */
export const boardText = () =>
  `${JSON.stringify(
    board({
      uid: 'postrider',
      title: 'Postrider',
      description:
        'Messages from acceptance to delivery, the money for them, and what they run on. See docs/operating.md.',
      rows: [glance, acceptance, dispatch, backlog, money, abuse, storage, processes],
    }),
    undefined,
    2,
  )}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(boardText())
