import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import type { Happening } from '@postrider/core/ports/telemetry'
import type { Instruments } from './instruments.js'

const countGuards = (on: Instruments, happening: Happening): void => {
  switch (happening._tag) {
    case 'PasscodeOffered':
      on.passcodes.inc({ verified: String(happening.verified) })
      return
    case 'RateLimited':
      on.rateLimited.inc({ policy: happening.policy })
      return
    case 'PrefixBlocked':
      on.prefixesBlocked.inc()
      return
    case 'BudgetReached':
      on.budgetsReached.inc({ percent: happening.percent })
      return
    default:
  }
}

const countDispatch = (on: Instruments, happening: Happening): void => {
  switch (happening._tag) {
    case 'Relayed':
      on.relayed.inc({ lane: happening.lane, outcome: 'confirmed' }, happening.confirmed)
      on.relayed.inc({ lane: happening.lane, outcome: 'failed' }, happening.failed)
      return
    case 'ProviderCalled': {
      const { channel, outcome, providerAccountId, durationMs } = happening
      on.calls.inc({ channel, outcome, provider: providerAccountId })
      on.callSeconds.observe({ channel, provider: providerAccountId, outcome }, durationMs / SECOND_MS)
      return
    }
    case 'StateChanged': {
      const { channel, state, ageMs } = happening
      on.states.inc({ channel, state })
      on.stateAge.observe({ channel, state }, ageMs / SECOND_MS)
      return
    }
    case 'JobGivenUp':
      on.jobsGivenUp.inc()
      return
    case 'DeadLettered':
      on.deadLetters.inc({ stage: happening.stage })
      return
    default:
      countGuards(on, happening)
  }
}

/** Counts what happened. */
export const count = (on: Instruments, happening: Happening): void => {
  switch (happening._tag) {
    case 'Accepted':
      on.accepted.inc({ channel: happening.channel, replayed: String(happening.replayed) })
      return
    case 'AcceptanceBatch':
      on.batchSize.observe(happening.size)
      on.batchSeconds.observe(happening.durationMs / SECOND_MS)
      return
    case 'ReceiptStored':
      on.receipts.inc({ outcome: 'stored' }, happening.count)
      on.receipts.inc({ outcome: 'duplicate' }, happening.duplicates)
      return
    case 'ReceiptContradicted':
      on.receipts.inc({ outcome: 'contradicting' }, happening.count)
      return
    case 'LedgerChecked':
      on.ledgerChecks.inc(happening.accounts)
      return
    case 'Trouble':
      on.troubles.inc({ where: happening.where })
      return
    default:
      countDispatch(on, happening)
  }
}
