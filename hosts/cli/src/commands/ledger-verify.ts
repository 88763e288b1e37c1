import { E } from '@postrider/core/fp'
import type { ExaminedAccount } from '@postrider/core/ledger/use-cases/examine-ledger'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import { amountText } from '@postrider/web-server/hosting/amount-text'
import { tableLines } from '@postrider/command/terminal/table'
import type { Terminal } from '@postrider/command/terminal/terminal'

const HEAD = ['ORGANIZATION', 'ENVIRONMENT', 'EVENTS', 'POSTED', 'RESERVED', 'VERDICT']
const FIGURES = new Set([2, 3, 4])

const rowOf = ({
  organizationId,
  environment,
  currency,
  events,
  postedMinor,
  reservedMinor,
  finding,
}: ExaminedAccount) => [
  organizationId,
  environment,
  String(events),
  amountText(postedMinor, currency),
  amountText(reservedMinor, currency),
  finding ?? 'sound',
]

/** Sums for one environment and currency: test money isn't counted with live money. */
const totalOf = (own: readonly ExaminedAccount[]): string[] => {
  const [{ environment, currency } = { environment: '', currency: '' }] = own
  const sum = (figure: (account: ExaminedAccount) => number) => own.reduce((all, one) => all + figure(one), 0)
  return [
    `all ${own.length} in ${currency}`,
    environment,
    String(sum(({ events }) => events)),
    amountText(
      sum(({ postedMinor }) => postedMinor),
      currency,
    ),
    amountText(
      sum(({ reservedMinor }) => reservedMinor),
      currency,
    ),
  ]
}

const totalsOf = (rows: readonly ExaminedAccount[]): readonly string[][] => {
  const kinds = [...new Set(rows.map(({ environment, currency }) => `${environment} ${currency}`))].sort()
  return kinds.map((kind) =>
    totalOf(rows.filter(({ environment, currency }) => `${environment} ${currency}` === kind)),
  )
}

/**
 * Recomputes every account's ledger from its first event, and prints and records the result
 * (docs/api/money#ledger).
 */
export const ledgerVerify =
  (terminal: Terminal) =>
  async ({ ports, postrider }: Composition): Promise<number> => {
    const problem = await checkDatabase(ports.storage)
    const verified = problem === undefined ? await postrider.verifyLedger()() : undefined
    if (verified === undefined || E.isLeft(verified)) {
      terminal.complain(problem?.sentence ?? `reading the ledger failed: ${verified?.left.cause ?? ''}`)
      return EXIT.failed
    }
    const accounts = verified.right
    for (const line of tableLines([HEAD, ...accounts.map(rowOf), ...totalsOf(accounts)], FIGURES))
      terminal.say(line)
    const unsound = accounts.filter(({ finding }) => finding !== undefined).length
    if (unsound > 0) {
      terminal.complain(`${unsound} of ${accounts.length} accounts differ from their ledgers.`)
      return EXIT.failed
    }
    terminal.say(
      terminal.paint(
        'green',
        `${accounts.length} accounts: every digest and every amount recalculated, no differences.`,
      ),
    )
    return EXIT.ok
  }
