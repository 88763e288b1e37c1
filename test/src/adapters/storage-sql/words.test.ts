import { expect } from 'chai'
import { LANES, type Lane } from '@postrider/core/kernel/messages/lane'
import {
  type BillingStatus,
  MESSAGE_STATES,
  type MessageState,
} from '@postrider/core/kernel/messages/message-state'
import { LEDGER_EVENT_TYPES, type LedgerEventType } from '@postrider/core/ledger/domain/ledger-event'
import type { ChargeOn } from '@postrider/core/ledger/domain/pricing/price-version'
import type { AttemptPhase } from '@postrider/core/providers/domain/calls/attempt'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import { WORDS } from '@postrider/storage-sql/migrations/0001-first-release/words'

/** Each value of a type without a list. */
const each = <V extends string>(values: Readonly<Record<V, true>>): readonly string[] => Object.keys(values)

/** The values that columns of a fixed set must accept, by the core's types. */
const WANTED: Readonly<Record<keyof typeof WORDS, readonly string[]>> = {
  environment: each<Environment>({ production: true, test: true }),
  lane: LANES satisfies readonly Lane[],
  charge_on: each<ChargeOn>({ delivered: true, submitted: true }),
  billing: each<BillingStatus>({ provisional: true, released: true, settled: true }),
  state: MESSAGE_STATES satisfies readonly MessageState[],
  phase: each<AttemptPhase>({
    accepted: true,
    intent: true,
    permanent_failure: true,
    rejected_by_route: true,
    transient_failure: true,
    unknown: true,
  }),
  type: LEDGER_EVENT_TYPES satisfies readonly LedgerEventType[],
}

describe('Columns with a fixed set of words', () => {
  for (const [name, words] of Object.entries(WORDS))
    it(`accept every ${name} of the core, and are ordered as texts`, () => {
      expect(words).to.deep.equal([...WANTED[name as keyof typeof WORDS]].sort())
    })
})
