import type { LedgerEventType } from '@postrider/core/ledger/domain/ledger-event'
import type { Composition } from '@postrider/wiring/compose'
import { amountText } from '@postrider/web-server/hosting/amount-text'
import type { Terminal } from '@postrider/command/terminal/terminal'
import type { DemoApi } from './demo-api.js'
import { DEMO_CURRENCY } from './demo-plans.js'
import { demoPayerOf } from './demo-payer.js'
import type { DemoTenant } from './demo-tenant.js'
import { expectRight } from './demo-callers.js'

const PAGE = 1000

type Sums = Readonly<Record<LedgerEventType, number>>

/** Sums an account's events by type, from the first to the last. */
const sumsOf = async (composition: Composition, tenant: DemoTenant): Promise<Sums> => {
  const sums = { credit: 0, debit: 0, reservation: 0, settlement: 0, release: 0 }
  const key = await demoPayerOf(composition, tenant)
  for (let after = 0; ;) {
    const events = expectRight(
      'the ledger could not be read',
      await composition.ports.storage.ledger.events(key, after, PAGE)(),
    )
    for (const event of events) sums[event.type] += event.amountMinor
    after = events.at(-1)?.seq ?? after
    if (events.length < PAGE) return sums
  }
}

const say = (terminal: Terminal, isTrue: boolean, subject: string, sentence: string): boolean => {
  const mark = isTrue ? terminal.paint('green', 'proved') : terminal.paint('red', 'WRONG ')
  terminal.say(`  ${mark}  ${subject.padEnd(20)} ${sentence}`)
  return isTrue
}

/** Checks that the API's balance equals the credits minus the charges. */
const proveBalance = async (
  terminal: Terminal,
  composition: Composition,
  api: DemoApi,
  name: string,
  tenant: DemoTenant,
): Promise<boolean> => {
  const { postedMinor, reservedMinor } = await api.balance(tenant)
  const sums = await sumsOf(composition, tenant)
  const isTrue =
    postedMinor === sums.credit - sums.debit - sums.settlement &&
    reservedMinor === sums.reservation - sums.settlement - sums.release
  const money = (minor: number): string => amountText(minor, DEMO_CURRENCY)
  const sentence = `${money(sums.credit)} credited - ${money(sums.settlement)} charged = ${money(postedMinor)}`
  return say(terminal, isTrue, `Balance, ${name}`, `${sentence}; ${money(reservedMinor)} still reserved`)
}

/** Shows that the ledger agrees with the prices of the messages; false if anything doesn't. */
export const proveBooks = async (
  terminal: Terminal,
  composition: Composition,
  api: DemoApi,
  tenants: ReadonlyArray<readonly [string, DemoTenant]>,
): Promise<boolean> => {
  const { postrider } = composition
  const verdicts: boolean[] = []
  for (const [name, tenant] of tenants)
    verdicts.push(await proveBalance(terminal, composition, api, name, tenant))
  const accounts = expectRight('the ledger could not be read', await postrider.verifyLedger()())
  const events = accounts.reduce((sum, account) => sum + account.events, 0)
  const findings = accounts.flatMap(({ finding }) => (finding === undefined ? [] : [finding]))
  const books = `${accounts.length} accounts, ${events} events, every digest recomputed: ${findings.join('; ') || 'sound'}`
  verdicts.push(say(terminal, findings.length === 0, 'Ledger', books))
  const { messages, violations } = expectRight(
    'the facts could not be read',
    await postrider.checkInvariants()(),
  )
  const broken = violations.map(({ invariant, subject, finding }) => `${invariant} ${subject}: ${finding}`)
  const facts = `${messages} messages against their money, attempts and keys: ${broken.join('; ') || 'all hold'}`
  verdicts.push(say(terminal, violations.length === 0, 'Invariants', facts))
  return verdicts.every((isTrue) => isTrue)
}
