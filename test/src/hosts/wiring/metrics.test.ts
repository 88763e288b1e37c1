import { RECEIVER_OWNER } from '@postrider/core/webhooks/domain/event-receiver'
import { expect } from 'chai'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import { createMetrics } from '@postrider/wiring/metrics/metrics'
import { aCall, anAcceptance, aWebhookAttempt } from '../../builders/a-telemetry-event.js'

const release = { version: '1.2.3', commit: 'abc' }

const valueOf = (body: string, series: string): number => {
  const line = body.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

describe('Metrics', () => {
  it('count events, in base units and without tenants', async () => {
    const metrics = createMetrics(release)
    for (const replayed of [false, false, true]) metrics.emit(anAcceptance({ replayed }))
    metrics.emit({ _tag: 'AcceptanceBatch', size: 3, durationMs: 250 })
    metrics.emit({ _tag: 'Relayed', lane: 'otp', confirmed: 4, failed: 1 })
    metrics.emit(
      aCall({ channel: 'email', providerAccountId: 'pac_1', outcome: 'TransientFailure', durationMs: 1500 }),
    )
    metrics.emit({ _tag: 'StateChanged', channel: 'sms', state: 'DELIVERED', ageMs: 2000 })
    metrics.emit({ _tag: 'ReceiptStored', count: 5, duplicates: 2 })
    metrics.emit({ _tag: 'ReceiptContradicted', count: 1 })
    metrics.emit({ _tag: 'CallbackRead', ignored: 3, unread: 1 })
    metrics.emit({ _tag: 'InboundSettled', state: 'unassigned' })
    metrics.emit({ _tag: 'JobGivenUp', messageId: undefined, trace: UNTRACED })
    metrics.emit({ _tag: 'LedgerChecked', accounts: 7, drifting: 1 })
    metrics.emit({ _tag: 'PartFailed', where: 'relay', cause: 'secret text' })
    metrics.answered('/v1/messages', 'POST', 202, 12)
    metrics.connectionRefused('address')
    metrics.connectionCut('stalled')
    metrics.outbox(9, 3500)
    metrics.queueDepth('otp', 11)
    metrics.queueUp(true)
    metrics.driftingAccounts(1)
    const { body } = await metrics.exposition()
    const expected: Readonly<Record<string, number>> = {
      postrider_queue_dead_jobs_total: 1,
      'postrider_messages_accepted_total{channel="sms",replayed="false"}': 2,
      'postrider_messages_accepted_total{channel="sms",replayed="true"}': 1,
      postrider_acceptance_batch_size_sum: 3,
      postrider_acceptance_batch_duration_seconds_sum: 0.25,
      'postrider_messages_relayed_total{lane="otp",outcome="confirmed"}': 4,
      'postrider_messages_relayed_total{lane="otp",outcome="failed"}': 1,
      'postrider_provider_calls_total{channel="email",outcome="TransientFailure",provider="pac_1"}': 1,
      'postrider_provider_call_duration_seconds_sum{channel="email",provider="pac_1",outcome="TransientFailure"}': 1.5,
      'postrider_message_states_total{channel="sms",state="DELIVERED"}': 1,
      'postrider_message_dispatch_duration_seconds_sum{channel="sms",state="DELIVERED"}': 2,
      'postrider_receipts_total{outcome="stored"}': 5,
      'postrider_receipts_total{outcome="duplicate"}': 2,
      'postrider_receipts_total{outcome="contradicting"}': 1,
      'postrider_receipts_total{outcome="ignored"}': 3,
      'postrider_inbound_messages_total{state="unassigned"}': 1,
      'postrider_receipts_total{outcome="unreadable"}': 1,
      postrider_ledger_accounts_checked_total: 7,
      postrider_ledger_drifting_accounts: 1,
      'postrider_failures_total{where="relay"}': 1,
      'postrider_http_request_duration_seconds_count{method="POST",route="/v1/messages",status_code="202"}': 1,
      'postrider_http_connections_refused_total{why="address"}': 1,
      'postrider_http_connections_cut_total{why="stalled"}': 1,
      postrider_outbox_pending: 9,
      postrider_outbox_oldest_age_seconds: 3.5,
      'postrider_queue_depth{lane="otp"}': 11,
      postrider_queue_up: 1,
      'postrider_build_info{version="1.2.3",commit="abc"}': 1,
    }
    for (const [series, value] of Object.entries(expected))
      expect(valueOf(body, series), series).to.equal(value)
    expect(body).to.include('nodejs_eventloop_lag_seconds')
    expect(body).to.not.include('secret text')
  })

  it('name an organization while it is set aside', async () => {
    const metrics = createMetrics(release)
    const aside = { batcher: 'settlement', organizationId: 'org_1', why: 'batch_failed' } as const
    metrics.emit({ _tag: 'OrganizationSetAside', ...aside })
    const during = (await metrics.exposition()).body
    const labels = 'batcher="settlement",organization="org_1",why="batch_failed"'
    expect(valueOf(during, `postrider_organization_aside{${labels}}`)).to.equal(1)
    metrics.emit({ _tag: 'OrganizationRejoined', ...aside, afterMs: 10_000 })
    expect((await metrics.exposition()).body).to.not.include('org_1')
  })

  it('count the results of limits, budgets, OTPs and bounces, without names', async () => {
    const metrics = createMetrics(release)
    metrics.emit({ _tag: 'OtpGuessed', verified: true })
    metrics.emit({ _tag: 'OtpGuessed', verified: false })
    metrics.emit({ _tag: 'OtpGuessed', verified: false })
    metrics.emit({ _tag: 'HandedOver', isAnswered: true })
    metrics.emit({ _tag: 'HandedOver', isAnswered: true })
    metrics.emit({ _tag: 'HandedOver', isAnswered: false })
    metrics.emit({ _tag: 'RateLimited', policy: 'sends' })
    metrics.emit({ _tag: 'RateLimited', policy: 'otp' })
    metrics.emit({ _tag: 'PrefixBlocked', prefix: '+9198000', sends: 30, verified: 2 })
    metrics.emit({ _tag: 'BudgetReached', budgetId: 'bud_1', percent: 80 })
    const reply = { inboundId: 'inb_1', messageId: 'msg_1', kind: 'help' } as const
    metrics.emit({ _tag: 'KeywordReplied', ...reply, result: 'repeated' })
    metrics.emit({ _tag: 'ReturnedMailRefused', why: 'too_long' })
    const { body } = await metrics.exposition()
    const expected: Readonly<Record<string, number>> = {
      'postrider_otp_verifications_total{verified="true"}': 1,
      'postrider_otp_verifications_total{verified="false"}': 2,
      'postrider_submissions_handed_over_total{outcome="answered"}': 2,
      'postrider_submissions_handed_over_total{outcome="unanswered"}': 1,
      'postrider_requests_rate_limited_total{policy="sends"}': 1,
      'postrider_requests_rate_limited_total{policy="otp"}': 1,
      postrider_otp_prefixes_blocked_total: 1,
      'postrider_budget_alerts_total{percent="80"}': 1,
      'postrider_keyword_replies_total{kind="help",result="repeated"}': 1,
      'postrider_keyword_replies_total{kind="stop",result="accepted"}': 0,
      'postrider_returned_mails_refused_total{why="too_long"}': 1,
      'postrider_returned_mails_refused_total{why="nobody"}': 0,
    }
    for (const [series, value] of Object.entries(expected))
      expect(valueOf(body, series), series).to.equal(value)
    for (const secret of ['+9198000', 'bud_1']) expect(body).to.not.include(secret)
  })

  it("count operations, refused sends and transaction results, and show the process's health", async () => {
    const metrics = createMetrics(release)
    metrics.operated('control', 'registerApp', 200, 30)
    metrics.sendRefused('insufficient_balance')
    metrics.repeated('deadlock')
    metrics.failed('lock_wait')
    metrics.connected(() => ({ inUse: 3, idle: 1, waiting: 2, limit: 10 }))
    metrics.checked([
      { name: 'storage', status: 'pass' },
      { name: 'queue', status: 'warn' },
      { name: 'restore', status: 'fail' },
    ])
    const { body } = await metrics.exposition()
    const expected: Readonly<Record<string, number>> = {
      'postrider_operation_duration_seconds_sum{boundary="control",operation="registerApp",status_code="200"}': 0.03,
      'postrider_sends_refused_total{code="insufficient_balance"}': 1,
      'postrider_storage_retries_total{why="deadlock"}': 1,
      'postrider_storage_failures_total{why="lock_wait"}': 1,
      'postrider_storage_connections{state="in_use"}': 3,
      'postrider_storage_connections{state="idle"}': 1,
      'postrider_storage_connections{state="waiting"}': 2,
      postrider_storage_connections_limit: 10,
      'postrider_ready{check="storage"}': 1,
      'postrider_ready{check="queue"}': 0.5,
      'postrider_ready{check="restore"}': 0,
    }
    for (const [series, value] of Object.entries(expected))
      expect(valueOf(body, series), series).to.equal(value)
  })

  it('start at zero if an alert waits for the first event', async () => {
    const { body } = await createMetrics(release).exposition()
    for (const series of [
      'postrider_dead_letters_total{stage="work"}',
      'postrider_sends_refused_total{code="insufficient_balance"}',
      'postrider_failures_total{where="keys"}',
      'postrider_storage_failures_total{why="no_room"}',
    ])
      expect(valueOf(body, series), series).to.equal(0)
  })

  it("don't show 0 for values that only a dispatcher reads", async () => {
    const metrics = createMetrics(release)
    const lookedUp = [
      'outbox_pending',
      'outbox_oldest_age_seconds',
      'queue_up',
      'ledger_drifting_accounts',
      'feed_unnumbered_changes',
      'feed_newest_change',
    ]
    const series = async () =>
      (await metrics.exposition()).body
        .split('\n')
        .filter((line) => lookedUp.some((name) => line.startsWith(`postrider_${name}`)))
    expect(await series()).to.deep.equal([])
    metrics.outbox(0, 0)
    metrics.queueUp(false)
    metrics.driftingAccounts(0)
    metrics.feed(0, 0)
    expect(await series()).to.have.members(lookedUp.map((name) => `postrider_${name} 0`))
  })

  it('show events, attempts to deliver them, and what waits at webhook endpoints', async () => {
    const metrics = createMetrics(release)
    metrics.emit({ _tag: 'EventsNumbered', events: 6 })
    metrics.emit(aWebhookAttempt({ isDelivered: false, durationMs: 500 }))
    metrics.webhooks([{ state: 'failing', endpoints: 2, events: 8, oldestMs: 1_000 }], 4_000)
    metrics.webhooks([{ state: 'disabled', endpoints: 1, events: 5, oldestMs: undefined }], 4_000)
    metrics.emit(aWebhookAttempt({ organizationId: RECEIVER_OWNER, isDelivered: true }))
    const status = { host: 'a', sinceMs: 0, confirmedAtMs: 4_000, apps: 1, failingApps: 1, waiting: 7 }
    metrics.receiver({ ...status, oldestMs: 2_000, lastFailure: undefined }, 4_000)
    const { body } = await metrics.exposition()
    for (const line of [
      'postrider_event_receiver_attempts_total{outcome="delivered"} 1',
      'postrider_event_receiver_backlog 7',
      'postrider_event_receiver_oldest_age_seconds 2',
      'postrider_events_numbered_total 6',
      'postrider_webhook_attempts_total{outcome="failed"} 1',
      'postrider_webhook_attempts_total{outcome="delivered"} 0',
      'postrider_webhook_attempt_duration_seconds_sum 0.5',
      'postrider_webhook_endpoints{state="failing"} 2',
      'postrider_webhook_backlog{state="disabled"} 5',
      'postrider_webhook_oldest_age_seconds{state="failing"} 3',
    ])
      expect(body).to.include(line)
    expect(body).not.to.include('oldest_age_seconds{state="disabled"}')
  })

  it('show the backlog and the stops, and provider accounts only by their current names', async () => {
    const metrics = createMetrics(release)
    const account = { providerAccountId: 'pac_1', kind: 'smtp' } as const
    const figures = {
      unconfirmed: 1,
      deadLetters: 2,
      orphanReceipts: 3,
      contradictoryReceipts: 4,
      inboundTasks: 13,
      pendingApprovals: 5,
      waitingMails: 6,
      prefixBlocks: 7,
      blockedDestinations: 8,
      suspendedOrganizations: 9,
      disabledApps: 10,
      shortAccounts: [{ environment: 'production', empty: 11, low: 12 }],
    } as const
    metrics.figures({ ...figures, providerAccounts: [{ ...account, name: 'Old', status: 'enabled' }] })
    metrics.figures({
      ...figures,
      providerAccounts: [{ ...account, name: 'A "new" one', status: 'disabled' }],
    })
    const { body } = await metrics.exposition()
    const expected: Readonly<Record<string, number>> = {
      postrider_unconfirmed_past_check: 1,
      postrider_dead_letters_open: 2,
      'postrider_odd_receipts{kind="orphan"}': 3,
      'postrider_odd_receipts{kind="contradictory"}': 4,
      postrider_inbound_tasks: 13,
      postrider_approvals_pending: 5,
      postrider_mails_waiting: 6,
      postrider_otp_prefix_blocks: 7,
      postrider_destinations_blocked: 8,
      postrider_organizations_suspended: 9,
      postrider_apps_disabled: 10,
      'postrider_accounts_short{environment="production",available="none"}': 11,
      'postrider_accounts_short{environment="production",available="low"}': 12,
      'postrider_provider_account_info{provider="pac_1",name="A \\"new\\" one",kind="smtp"}': 1,
      'postrider_provider_account_enabled{provider="pac_1"}': 0,
    }
    for (const [series, value] of Object.entries(expected))
      expect(valueOf(body, series), series).to.equal(value)
    expect(body).to.not.include('"Old"')
  })
})
