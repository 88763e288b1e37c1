import { E } from '@postrider/core/fp'
import type { ExaminedAccount } from '@postrider/core/use-cases/ledger/examine-ledger'
import { checkDatabase } from '@postrider/wiring/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import { amountText } from '../terminal/amount.js'
import { tableLines } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'

const HEAD = ['ORGANIZATION', 'EVENTS', 'POSTED', 'RESERVED', 'VERDICT']
const FIGURES = new Set([1, 2, 3])

const rowOf = ({
  organizationId,
  currency,
  events,
  postedMinor,
  reservedMinor,
  finding,
}: ExaminedAccount) => [
  organizationId,
  String(events),
  amountText(postedMinor, currency),
  amountText(reservedMinor, currency),
  finding ?? 'sound',
]

const totalOf = (accounts: readonly ExaminedAccount[], currency: string): string[] => {
  const own = accounts.filter((account) => account.currency === currency)
  const sum = (figure: (account: ExaminedAccount) => number) => own.reduce((all, one) => all + figure(one), 0)
  return [
    `all ${own.length} in ${currency}`,
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

/** Recomputes every account's ledger from its first event, and tells and records what it found (decisions 4). */
export const ledgerVerify =
  (terminal: Terminal) =>
  async ({ ports, postrider }: Composition): Promise<number> => {
    const trouble = await checkDatabase(ports.storage)
    const verified = trouble === undefined ? await postrider.verifyLedger()() : undefined
    if (verified === undefined || E.isLeft(verified)) {
      terminal.complain(trouble?.sentence ?? `the ledger could not be read: ${verified?.left.cause ?? ''}`)
      return EXIT.failed
    }
    const accounts = verified.right
    const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort()
    const rows = [HEAD, ...accounts.map(rowOf), ...currencies.map((currency) => totalOf(accounts, currency))]
    for (const line of tableLines(rows, FIGURES)) terminal.say(line)
    const unsound = accounts.filter(({ finding }) => finding !== undefined).length
    if (unsound > 0) {
      terminal.complain(`${unsound} of ${accounts.length} accounts differ from their ledgers.`)
      return EXIT.failed
    }
    terminal.say(
      terminal.paint(
        'green',
        `${accounts.length} accounts: every digest and every figure recomputed, all sound.`,
      ),
    )
    return EXIT.ok
  }
