import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import type { TelemetryEvent } from '@postrider/core/ports/telemetry'
import type { Instruments } from './instruments.js'

const countGuards = (on: Instruments, event: TelemetryEvent): void => {
  switch (event._tag) {
    case 'PasscodeOffered':
      on.passcodes.inc({ verified: String(event.verified) })
      return
    case 'RateLimited':
      on.rateLimited.inc({ policy: event.policy })
      return
    case 'PrefixBlocked':
      on.prefixesBlocked.inc()
      return
    case 'BudgetReached':
      on.budgetsReached.inc({ percent: event.percent })
      return
    default:
  }
}

const countDispatch = (on: Instruments, event: TelemetryEvent): void => {
  switch (event._tag) {
    case 'Relayed':
      on.relayed.inc({ lane: event.lane, outcome: 'confirmed' }, event.confirmed)
      on.relayed.inc({ lane: event.lane, outcome: 'failed' }, event.failed)
      return
    case 'ProviderCalled': {
      const { channel, outcome, providerAccountId, durationMs } = event
      on.calls.inc({ channel, outcome, provider: providerAccountId })
      on.callSeconds.observe({ channel, provider: providerAccountId, outcome }, durationMs / SECOND_MS)
      return
    }
    case 'StateChanged': {
      const { channel, state, ageMs } = event
      on.states.inc({ channel, state })
      on.stateAge.observe({ channel, state }, ageMs / SECOND_MS)
      return
    }
    case 'JobGivenUp':
      on.jobsGivenUp.inc()
      return
    case 'DeadLettered':
      on.deadLetters.inc({ stage: event.stage })
      return
    default:
      countGuards(on, event)
  }
}

/** Counts what happened. */
export const count = (on: Instruments, event: TelemetryEvent): void => {
  switch (event._tag) {
    case 'Accepted':
      on.accepted.inc({ channel: event.channel, replayed: String(event.replayed) })
      return
    case 'AcceptanceBatch':
      on.batchSize.observe(event.size)
      on.batchSeconds.observe(event.durationMs / SECOND_MS)
      return
    case 'ReceiptStored':
      on.receipts.inc({ outcome: 'stored' }, event.count)
      on.receipts.inc({ outcome: 'duplicate' }, event.duplicates)
      return
    case 'ReceiptContradicted':
      on.receipts.inc({ outcome: 'contradicting' }, event.count)
      return
    case 'LedgerChecked':
      on.ledgerChecks.inc(event.accounts)
      return
    case 'Trouble':
      on.troubles.inc({ where: event.where })
      return
    default:
      countDispatch(on, event)
  }
}
