import { expect } from 'chai'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import { logging } from '@postrider/wiring/event-log'
import { createLog } from '@postrider/wiring/log'
import { counting } from '@postrider/wiring/metrics/count-events'
import { ignored, listenerOf, type TelemetryTable } from '@postrider/wiring/telemetry-table'
import { Registry } from 'prom-client'
import { createInstruments } from '@postrider/wiring/metrics/instruments'
import { logLines } from './some-settings.js'

/** These two lines don't compile if a table may omit an event or an entry may be empty. */
const needsEach: Omit<TelemetryTable, 'Accepted'> extends TelemetryTable ? false : true = true
const needsReason: undefined extends TelemetryTable['Accepted'] ? false : true = true

/** A table that records two events. */
const noting = (noted: TelemetryEvent[]): TelemetryTable => {
  const tables = { ...logging(createLog('error', { version: '1' }, logLines()), { nowMs: () => 0 }, 1) }
  return {
    ...tables,
    ReceiptContradicted: (event) => noted.push(event),
    BudgetReached: ignored('the test has no budgets'),
  }
}

describe('A telemetry table', () => {
  it('requires an entry for every event at compile time', () => {
    expect([needsEach, needsReason]).to.deep.equal([true, true])
  })

  it('calls the entry of each event, and nothing for ignored ones', () => {
    const noted: TelemetryEvent[] = []
    const hear = listenerOf(noting(noted))
    hear({ _tag: 'ReceiptContradicted', count: 1 })
    hear({ _tag: 'BudgetReached', budgetId: 'bud_1', percent: 80 })
    expect(noted).to.deep.equal([{ _tag: 'ReceiptContradicted', count: 1 }])
  })

  it('explains in a sentence why an event is ignored', () => {
    const { write } = logLines()
    const tables = [
      counting(createInstruments(new Registry())),
      logging(createLog('info', { version: '1' }, { write }), { nowMs: () => 0 }, 1),
    ]
    const reasons = tables.flatMap((table) =>
      Object.values(table).flatMap((entry) => (typeof entry === 'function' ? [] : [entry.why])),
    )
    expect(reasons).to.have.length.above(2)
    for (const why of reasons) expect(why).to.match(/ .* /)
  })
})
