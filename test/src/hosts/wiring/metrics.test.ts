import { expect } from 'chai'
import { createMetrics } from '@postrider/wiring/metrics/metrics'

const release = { version: '1.2.3', commit: 'abc' }

const valueOf = (body: string, series: string): number => {
  const line = body.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

describe('Metrics', () => {
  it('count what happens, in base units and without tenants', async () => {
    const metrics = createMetrics(release)
    metrics.happened({ _tag: 'Accepted', channel: 'sms', replayed: false })
    metrics.happened({ _tag: 'Accepted', channel: 'sms', replayed: false })
    metrics.happened({ _tag: 'Accepted', channel: 'sms', replayed: true })
    metrics.happened({ _tag: 'AcceptanceBatch', size: 3, durationMs: 250 })
    metrics.happened({ _tag: 'Relayed', lane: 'otp', confirmed: 4, failed: 1 })
    metrics.happened({
      _tag: 'ProviderCalled',
      channel: 'email',
      providerAccountId: 'pac_1',
      outcome: 'RefusedForNow',
      durationMs: 1500,
    })
    metrics.happened({ _tag: 'StateChanged', channel: 'sms', state: 'DELIVERED', ageMs: 2000 })
    metrics.happened({ _tag: 'ReceiptStored', count: 5, duplicates: 2 })
    metrics.happened({ _tag: 'ReceiptContradicted', count: 1 })
    metrics.happened({ _tag: 'JobGivenUp', messageId: undefined })
    metrics.happened({ _tag: 'LedgerChecked', accounts: 7, drifting: 1 })
    metrics.happened({ _tag: 'Trouble', where: 'relay', cause: 'secret text' })
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
      'postrider_provider_calls_total{channel="email",outcome="RefusedForNow",provider="pac_1"}': 1,
      'postrider_provider_call_duration_seconds_sum{channel="email",outcome="RefusedForNow"}': 1.5,
      'postrider_message_states_total{channel="sms",state="DELIVERED"}': 1,
      'postrider_message_dispatch_duration_seconds_sum{channel="sms",state="DELIVERED"}': 2,
      'postrider_receipts_total{outcome="stored"}': 5,
      'postrider_receipts_total{outcome="duplicate"}': 2,
      'postrider_receipts_total{outcome="contradicting"}': 1,
      postrider_ledger_accounts_checked_total: 7,
      postrider_ledger_drifting_accounts: 1,
      'postrider_troubles_total{where="relay"}': 1,
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

  it('count what limits, budgets and passcodes come to, and name nobody', async () => {
    const metrics = createMetrics(release)
    metrics.happened({ _tag: 'PasscodeOffered', verified: true })
    metrics.happened({ _tag: 'PasscodeOffered', verified: false })
    metrics.happened({ _tag: 'PasscodeOffered', verified: false })
    metrics.happened({ _tag: 'RateLimited', policy: 'sends' })
    metrics.happened({ _tag: 'RateLimited', policy: 'passcodes' })
    metrics.happened({ _tag: 'PrefixBlocked', prefix: '+9198000', sends: 30, verified: 2 })
    metrics.happened({ _tag: 'BudgetReached', budgetId: 'bud_1', percent: 80 })
    const { body } = await metrics.exposition()
    const expected: Readonly<Record<string, number>> = {
      'postrider_passcodes_offered_total{verified="true"}': 1,
      'postrider_passcodes_offered_total{verified="false"}': 2,
      'postrider_requests_rate_limited_total{policy="sends"}': 1,
      'postrider_requests_rate_limited_total{policy="passcodes"}': 1,
      postrider_passcode_prefixes_blocked_total: 1,
      'postrider_budget_alerts_total{percent="80"}': 1,
    }
    for (const [series, value] of Object.entries(expected))
      expect(valueOf(body, series), series).to.equal(value)
    for (const told of ['+9198000', 'bud_1']) expect(body).to.not.include(told)
  })
})
