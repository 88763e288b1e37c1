import { E } from '@postrider/core/fp'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import { whoseAccounts } from '@postrider/core/ledger/use-cases/whose-accounts'
import type { ExaminedAccount } from '@postrider/core/ledger/use-cases/examine-ledger'
import { checkDatabase } from '@postrider/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import { amountText } from '@postrider/hosting/amount-text'
import { tableLines } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'

const HEAD = ['ORGANIZATION', 'ENVIRONMENT', 'EVENTS', 'POSTED', 'RESERVED', 'VERDICT']
const FIGURES = new Set([2, 3, 4])

/** An account that was examined, and whose it is. */
interface Row extends ExaminedAccount {
  readonly environment: Environment
}

const rowOf = ({
  organizationId,
  environment,
  currency,
  events,
  postedMinor,
  reservedMinor,
  finding,
}: Row) => [
  organizationId,
  environment,
  String(events),
  amountText(postedMinor, currency),
  amountText(reservedMinor, currency),
  finding ?? 'sound',
]

/** Sums of one environment and currency: money of tests is no money. */
const totalOf = (own: readonly Row[]): string[] => {
  const [{ environment, currency } = { environment: '', currency: '' }] = own
  const sum = (figure: (account: Row) => number) => own.reduce((all, one) => all + figure(one), 0)
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

const totalsOf = (rows: readonly Row[]): readonly string[][] => {
  const kinds = [...new Set(rows.map(({ environment, currency }) => `${environment} ${currency}`))].sort()
  return kinds.map((kind) =>
    totalOf(rows.filter(({ environment, currency }) => `${environment} ${currency}` === kind)),
  )
}

/**
 * Recomputes every account's ledger from its first event, and tells and records what it found
 * (docs/contract#ledger).
 */
export const ledgerVerify =
  (terminal: Terminal) =>
  async ({ ports, postrider }: Composition): Promise<number> => {
    const problem = await checkDatabase(ports.storage)
    const verified = problem === undefined ? await postrider.verifyLedger()() : undefined
    if (verified === undefined || E.isLeft(verified)) {
      terminal.complain(problem?.sentence ?? `the ledger could not be read: ${verified?.left.cause ?? ''}`)
      return EXIT.failed
    }
    const accounts = verified.right
    const whose = await whoseAccounts(ports, accounts)()
    if (E.isLeft(whose)) {
      terminal.complain(`the Organizations could not be read: ${whose.left.cause}`)
      return EXIT.failed
    }
    const rows = accounts.map((account) => ({ ...account, environment: whose.right(account) }))
    for (const line of tableLines([HEAD, ...rows.map(rowOf), ...totalsOf(rows)], FIGURES)) terminal.say(line)
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
