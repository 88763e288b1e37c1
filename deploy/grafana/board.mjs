// Source of the Grafana dashboard. `npm run fix` generates postrider.json from it, and a test evaluates each expression.
import { fileURLToPath } from 'node:url'
import { board, graph, row, stat, table } from './parts.mjs'
import { most, named, quantile, rate, RATE } from './queries.mjs'

const SENDS = 'method="POST",route=~"/v1/messages|/v1/messages/batch|/v1/otp"'

const nothingIsGood = [['red', 1]]
const somethingToDo = [['orange', 1]]

const glance = row('At a glance', [
  stat('Processes', 'Number of processes that Prometheus can scrape.', {
    query: 'sum(up{job="postrider",$I})',
    thresholds: [],
  }),
  stat('Not ready', 'Readiness checks that fail. A process with a failed check gets no requests.', {
    query: 'count(postrider_ready{$I} == 0) or vector(0)',
    thresholds: nothingIsGood,
  }),
  stat('Accepted', 'Messages accepted per second.', {
    query: `sum(rate(postrider_messages_accepted_total{replayed="false",$I}${RATE}))`,
    unit: 'cps',
  }),
  stat('Errors', 'Share of requests that get a 5xx response.', {
    query: `(sum(rate(postrider_http_request_duration_seconds_count{status_code=~"5..",$I}${RATE})) or vector(0))
      / sum(rate(postrider_http_request_duration_seconds_count{$I}${RATE}))`,
    unit: 'percentunit',
    thresholds: [
      ['orange', 0.005],
      ['red', 0.02],
    ],
  }),
  stat('Longest wait', 'How long the oldest due message has waited to enter the queue.', {
    query: most('postrider_outbox_oldest_age_seconds'),
    unit: 's',
    thresholds: [
      ['orange', 10],
      ['red', 60],
    ],
  }),
  stat(
    'Drift',
    'Accounts that do not match their ledger entries. Investigate any value above 0 immediately.',
    {
      query: most('postrider_ledger_drifting_accounts'),
      thresholds: nothingIsGood,
    },
  ),
  stat('Dead letters', 'Messages whose processing failed five times. A super admin has to requeue them.', {
    query: most('postrider_dead_letters_open'),
    thresholds: somethingToDo,
  }),
  stat('Unknown', 'Messages that may or may not have been sent, and that the provider could not settle.', {
    query: most('postrider_unconfirmed_past_check'),
    thresholds: somethingToDo,
  }),
])

const acceptance = row('Acceptance', [
  graph(
    'Accepted messages',
    'Messages stored durably, by channel. Replays are repeated requests that get the earlier response.',
    {
      queries: {
        '{{channel}}': rate('postrider_messages_accepted_total', 'channel', 'replayed="false"'),
        replays: rate('postrider_messages_accepted_total', '', 'replayed="true"'),
      },
      unit: 'cps',
    },
  ),
  graph(
    'Response time of sends',
    'Time from a send request to its response, after the commit to disk. The alert fires at a p99 of 1 s.',
    {
      queries: {
        p50: quantile(0.5, 'postrider_http_request_duration_seconds', '', SENDS),
        p95: quantile(0.95, 'postrider_http_request_duration_seconds', '', SENDS),
        p99: quantile(0.99, 'postrider_http_request_duration_seconds', '', SENDS),
      },
      unit: 's',
      limit: 1,
    },
  ),
  graph('Refused sends', 'Sends, including messages of batches, that got an error, by code.', {
    queries: { '{{code}}': `${rate('postrider_sends_refused_total', 'code')} > 0` },
    unit: 'cps',
  }),
  graph('Requests', 'All requests by route and status. "unknown" is a path that does not exist.', {
    queries: {
      '{{method}} {{route}} {{status_code}}': rate(
        'postrider_http_request_duration_seconds_count',
        'method, route, status_code',
      ),
    },
    unit: 'reqps',
  }),
  graph('Operations', 'The ten operations that people and Agents call most.', {
    queries: {
      '{{boundary}} {{operation}}': `topk(10, ${rate('postrider_operation_duration_seconds_count', 'boundary, operation')})`,
    },
    unit: 'reqps',
  }),
  graph(
    'Acceptance transactions',
    'Average number of requests per transaction, and the duration of a transaction.',
    {
      queries: {
        'requests per transaction': `sum(rate(postrider_acceptance_batch_size_sum{$I}${RATE}))
        / sum(rate(postrider_acceptance_batch_size_count{$I}${RATE}))`,
        'milliseconds, p99': `1000 * ${quantile(0.99, 'postrider_acceptance_batch_duration_seconds')}`,
      },
    },
  ),
  graph(
    'Organizations set aside',
    'Organizations with transactions of their own, because another transaction locks their rows or they cause errors in shared transactions.',
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
    'Provider calls',
    'Calls by current account name and outcome. NotAttempted and TransientFailure are retried, RejectedByRoute at another account.',
    {
      queries: { '{{name}} {{outcome}}': named(rate('postrider_provider_calls_total', 'provider, outcome')) },
      unit: 'cps',
    },
  ),
  graph(
    'Failed provider calls',
    'Share of an account’s calls that were not sent, were refused for now, or lost their response. The alert fires at one half.',
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
    'Open circuit breakers',
    'Processes that pause calls to an account because five calls in a row or half of twenty calls failed. They try again within a minute.',
    { queries: { '{{name}}': named('sum by (provider) (postrider_provider_circuit_open{$I})') } },
  ),
  graph(
    'Call rate of provider accounts',
    'Call rate of the slowest process, as a share of its rate before the account asked it to slow down. 1 is full speed.',
    { queries: { '{{name}}': named('min by (provider) (postrider_provider_speed_ratio{$I})') } },
  ),
  graph(
    'Health of provider accounts',
    'Best state that any process reports: 1 is up, 0.5 unknown, 0 refused or down. The alert fires at 0 for two minutes.',
    { queries: { '{{name}}': named('max by (provider) (postrider_provider_health{$I})') } },
  ),
  graph(
    'Problems of provider accounts',
    'Number of processes that cannot use an account, by account and reason.',
    {
      queries: {
        '{{name}}: {{reason}}': named('sum by (provider, reason) (postrider_provider_problem{$I})'),
      },
    },
  ),
  graph('Duration of provider calls', '95th percentile by account. The alert fires at 10 s.', {
    queries: { '{{name}}': named(quantile(0.95, 'postrider_provider_call_duration_seconds', 'provider')) },
    unit: 's',
    limit: 10,
  }),
  graph('Message states', 'Messages that reached a state, by channel.', {
    queries: { '{{channel}} {{state}}': rate('postrider_message_states_total', 'channel, state') },
    unit: 'cps',
  }),
  graph(
    'Time from acceptance to a state',
    '95th percentile by state. Postrider determines SUBMITTED, the provider DELIVERED.',
    {
      queries: { '{{state}}': quantile(0.95, 'postrider_message_dispatch_duration_seconds', 'state') },
      unit: 's',
    },
  ),
  graph(
    'Delivery reports (DLRs)',
    'Delivery reports by outcome: stored, repeated, contradicting a final state, or ignored because they have no effect.',
    {
      queries: { '{{outcome}}': rate('postrider_receipts_total', 'outcome') },
      unit: 'cps',
    },
  ),
  graph(
    'Inbound messages (MO)',
    'Messages that people send to a sender ID: assigned to an Organization, or unassigned until a super admin assigns them. Replies to HELP, STOP and START by result.',
    {
      queries: {
        '{{state}}': rate('postrider_inbound_messages_total', 'state'),
        'reply to {{kind}}: {{result}}': rate('postrider_keyword_replies_total', 'kind, result'),
      },
      unit: 'cps',
    },
  ),
  graph(
    'Refused bounce emails',
    'Emails refused at the bounce port: unknown recipient, too long, or deferred because the database was unavailable.',
    { queries: { '{{why}}': rate('postrider_returned_mails_refused_total', 'why') }, unit: 'cps' },
  ),
  table('Provider accounts', 'Current name of each account. 1 means enabled, 0 stopped by a super admin.', {
    query: `max by (provider, name, kind) (postrider_provider_account_info{$I})
      * on (provider) group_left () max by (provider) (postrider_provider_account_enabled{$I})`,
    width: 12,
    hidden: ['Time'],
  }),
  graph('Unmatched and contradictory delivery reports', 'The console lists them under Reconciliation.', {
    queries: { '{{kind}}': most('postrider_odd_receipts', 'kind') },
    width: 12,
  }),
  graph('Inbound messages to decide', 'Possible opt-outs. The console lists them under Reconciliation.', {
    queries: { messages: most('postrider_inbound_tasks') },
    width: 12,
  }),
])

const backlog = row('Backlog and queue', [
  graph(
    'Messages in progress',
    'Messages that are not final: waiting to be sent or for a delivery report. Counted up to 100,000; a long list takes half a minute.',
    {
      queries: { messages: most('postrider_outbox_pending') },
    },
  ),
  graph('Longest wait', 'Wait of the oldest due message to enter the queue. The alert fires at a minute.', {
    queries: { wait: most('postrider_outbox_oldest_age_seconds') },
    unit: 's',
    limit: 60,
  }),
  graph(
    'Queue depth',
    'Waiting jobs by priority (lane). If it grows, there are too few dispatchers or a provider is slow.',
    {
      queries: { '{{lane}}': most('postrider_queue_depth', 'lane') },
    },
  ),
  graph(
    'Feed backlog',
    'Committed changes without a number in the feed; consoles do not show them yet. Any dispatcher or console assigns numbers.',
    {
      queries: { changes: most('postrider_feed_unnumbered_changes') },
      limit: 1000,
    },
  ),
  graph('Feed changes', 'Changes that get a number in the feed, per second.', {
    queries: { changes: `max(rate(postrider_feed_newest_change{$I}${RATE}))` },
    unit: 'cps',
  }),
  graph(
    'Relayed',
    'Messages published from the outbox to the queue, by lane. "failed": the queue did not confirm.',
    {
      queries: { '{{lane}} {{outcome}}': rate('postrider_messages_relayed_total', 'lane, outcome') },
      unit: 'cps',
    },
  ),
  graph('Queue connection', '1 while a dispatcher is connected to the queue.', {
    queries: { '{{instance}}': 'postrider_queue_up{$I}' },
  }),
  graph(
    'Dropped jobs and dead letters',
    'Jobs that the queue dropped, and messages that became dead letters, by stage.',
    {
      queries: {
        jobs: `sum(increase(postrider_queue_dead_jobs_total{$I}${RATE}))`,
        '{{stage}}': `sum by (stage) (increase(postrider_dead_letters_total{$I}${RATE}))`,
      },
    },
  ),
])

const money = row('Money and ledger', [
  stat('Drifting accounts', 'Accounts that do not match their ledger entries.', {
    query: most('postrider_ledger_drifting_accounts'),
    thresholds: nothingIsGood,
    width: 6,
  }),
  stat('Empty accounts', 'Production accounts that had money and have no available balance left.', {
    query: most('postrider_accounts_short', '', 'environment="production",available="none"'),
    thresholds: somethingToDo,
    width: 6,
  }),
  stat('Low accounts', 'Production accounts with an available balance of less than 10,000 minor units.', {
    query: most('postrider_accounts_short', '', 'environment="production",available="low"'),
    thresholds: somethingToDo,
    width: 6,
  }),
  stat('Pending approvals', 'Top-ups, adjustments and prices that wait for a second super admin.', {
    query: most('postrider_approvals_pending'),
    thresholds: somethingToDo,
    width: 6,
  }),
  graph(
    'Accounts compared',
    'Accounts compared with the sum of their ledger entries. A flat line at 0 means that no dispatcher checks.',
    {
      queries: { accounts: rate('postrider_ledger_accounts_checked_total', '') },
      unit: 'cps',
    },
  ),
  graph('Sends refused for money', 'Sends that exceeded the balance or a budget.', {
    queries: {
      '{{code}}': rate(
        'postrider_sends_refused_total',
        'code',
        'code=~"insufficient_balance|budget_exceeded"',
      ),
    },
    unit: 'cps',
  }),
  graph('Budgets', 'Alert thresholds of budgets that were reached, in percent.', {
    queries: { '{{percent}} %': `sum by (percent) (increase(postrider_budget_alerts_total{$I}${RATE}))` },
  }),
])

const abuse = row('OTPs and abuse', [
  graph(
    'OTP verifications',
    'Right and wrong codes. Many wrong codes suggest guessing. Many sends with few verifications suggest SMS pumping (AIT).',
    {
      queries: { 'right: {{verified}}': rate('postrider_otp_verifications_total', 'verified') },
      unit: 'cps',
    },
  ),
  graph(
    'Blocked prefixes',
    'Number prefixes to which an app may not send OTPs, and new blocks by the SMS pumping protection.',
    {
      queries: {
        'in force': most('postrider_otp_prefix_blocks'),
        new: `sum(increase(postrider_otp_prefixes_blocked_total{$I}${RATE}))`,
      },
      limit: 1,
    },
  ),
  graph('Emergency stops', 'Targets that super admins have stopped or blocked.', {
    queries: {
      destinations: most('postrider_destinations_blocked'),
      Organizations: most('postrider_organizations_suspended'),
      apps: most('postrider_apps_disabled'),
      'provider accounts':
        'count(max by (provider) (postrider_provider_account_enabled{$I}) == 0) or vector(0)',
    },
  }),
  graph('Rate-limited requests', 'Requests that exceeded a rate limit, by limit.', {
    queries: { '{{policy}}': rate('postrider_requests_rate_limited_total', 'policy') },
    unit: 'reqps',
  }),
  graph('Refused connections', 'Connections above the limit per address or the limit of the process.', {
    queries: { '{{why}}': rate('postrider_http_connections_refused_total', 'why') },
    unit: 'cps',
  }),
  graph(
    'Closed connections',
    'Connections closed for their resource use: pipelined requests, unread responses, bodies in small pieces.',
    {
      queries: { '{{why}}': rate('postrider_http_connections_cut_total', 'why') },
      unit: 'cps',
    },
  ),
])

const storage = row('Storage', [
  graph(
    'Rows per day',
    'New messages, provider calls and search entries per day, estimated from the latest ones.',
    {
      queries: { '{{kind}}': 'max by (kind) (postrider_stored_rows_per_day{$I})' },
    },
  ),
  graph(
    'Oldest rows',
    'Age of the oldest stored row by kind, counted from the acceptance of its message. Retention settings limit it.',
    {
      queries: { '{{kind}}': 'max by (kind) (postrider_stored_oldest_age_seconds{$I})' },
      unit: 's',
    },
  ),
  graph(
    'Database connections',
    'Connections for transactions and queries. Waiting calls are the first sign of an overloaded database.',
    {
      queries: {
        '{{state}}': `sum by (state) (postrider_storage_connections{$I})`,
        limit: 'sum(postrider_storage_connections_limit{$I})',
      },
    },
  ),
  graph(
    'Retried transactions',
    'Retried transactions and queries by cause. Some deadlocks are normal; many cost time.',
    {
      queries: { '{{why}}': rate('postrider_storage_retries_total', 'why') },
      unit: 'cps',
    },
  ),
  graph('Failed transactions', 'Transactions and queries that failed; their callers have to retry.', {
    queries: { '{{why}}': rate('postrider_storage_failures_total', 'why') },
    unit: 'cps',
  }),
])

const processes = row('Processes', [
  graph('Readiness', '1: the check passes. 0.5: it warns. 0: it fails.', {
    queries: { '{{check}}': 'min by (check) (postrider_ready{$I})' },
  }),
  graph('CPU', 'CPU seconds per second. 1 is one core.', {
    queries: { '{{instance}}': rate('process_cpu_seconds_total', 'instance') },
  }),
  graph('Memory', 'Resident memory of the process, and its used heap.', {
    queries: {
      '{{instance}}': 'process_resident_memory_bytes{$I}',
      '{{instance}} heap': 'nodejs_heap_size_used_bytes{$I}',
    },
    unit: 'bytes',
  }),
  graph('Event loop lag', 'How late due work starts. High values mean that the process needs more CPU.', {
    queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{$I}' },
    unit: 's',
    limit: 0.5,
  }),
  graph(
    'Clock offset',
    'Difference of the clocks of machine and process from the database’s. From 10 s on a process is not ready.',
    {
      queries: { '{{instance}} {{clock}}': 'abs(postrider_clock_offset_seconds{$I})' },
      unit: 's',
      limit: 10,
    },
  ),
  graph('Failures', 'Handled failures by component. The log has the details.', {
    queries: { '{{where}}': `${rate('postrider_failures_total', 'where')} > 0` },
    unit: 'cps',
  }),
  graph('Workers', 'Serving and configured workers of each instance.', {
    queries: {
      '{{instance}} serve': 'postrider_workers_serving{$I}',
      '{{instance}} wanted': 'postrider_workers_wanted{$I}',
    },
  }),
  graph('Worker crashes', 'Workers that ended unexpectedly in the last hour.', {
    queries: { '{{instance}}': 'increase(postrider_worker_deaths_total{$I}[1h])' },
  }),
  graph(
    'Sends handed to the home worker',
    'Sends that a worker handed to the home worker of their Organization, and sends that it accepted itself because the home did not respond.',
    {
      queries: { '{{outcome}}': rate('postrider_submissions_handed_over_total', 'outcome') },
      unit: 'reqps',
    },
  ),
  table('Versions', 'Version and commit of each process.', {
    query: 'max by (instance, version, commit) (postrider_build_info{$I})',
    width: 12,
    hidden: ['Time', 'Value'],
  }),
  graph('Starts', 'Process starts in the last hour.', {
    queries: { '{{instance}}': 'changes(process_start_time_seconds{job="postrider",$I}[1h])' },
    width: 6,
  }),
  graph(
    'Waiting emails',
    'Postrider’s own emails that wait because no mail server is configured or it rejects them.',
    {
      queries: { emails: most('postrider_mails_waiting') },
      width: 6,
    },
  ),
])

const webhooks = row('Webhooks', [
  graph('Events', 'Events of apps that get their number, per second.', {
    queries: { events: rate('postrider_events_numbered_total') },
    unit: 'cps',
  }),
  graph('Webhook attempts', 'Attempts to deliver events to webhook endpoints, per second.', {
    queries: { '{{outcome}}': rate('postrider_webhook_attempts_total', 'outcome') },
    unit: 'cps',
  }),
  graph('Webhook duration', 'Duration of attempts to deliver events: 95th percentile.', {
    queries: { p95: quantile(0.95, 'postrider_webhook_attempt_duration_seconds') },
    unit: 's',
  }),
  graph('Webhook endpoints', 'Webhook endpoints by state. failing: the last attempt failed.', {
    queries: { '{{state}}': most('postrider_webhook_endpoints', 'state') },
  }),
  graph('Webhook backlog', 'Events that webhook endpoints have not got yet, by state of the endpoint.', {
    queries: { '{{state}}': most('postrider_webhook_backlog', 'state') },
  }),
  graph('Oldest event', 'Age of the oldest event that a webhook endpoint has not got yet.', {
    queries: { '{{state}}': most('postrider_webhook_oldest_age_seconds', 'state') },
    unit: 's',
    limit: 300,
  }),
  graph('Event receiver', 'Attempts to deliver events to the event receiver, per second, and what waits.', {
    queries: {
      '{{outcome}}': rate('postrider_event_receiver_attempts_total', 'outcome'),
      waiting: most('postrider_event_receiver_backlog'),
    },
  }),
  graph('Oldest event of the receiver', 'Age of the oldest event that the event receiver has not got yet.', {
    queries: { age: most('postrider_event_receiver_oldest_age_seconds') },
    unit: 's',
    limit: 600,
  }),
])

/** Returns the content of postrider.json. */
export const boardText = () =>
  `${JSON.stringify(
    board({
      uid: 'postrider',
      title: 'Postrider',
      description:
        'Messages from acceptance to delivery, money, and the processes and servers. See docs/monitoring.md.',
      rows: [glance, acceptance, dispatch, backlog, webhooks, money, abuse, storage, processes],
    }),
    undefined,
    2,
  )}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(boardText())
