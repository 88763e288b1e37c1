import { E } from '@postrider/core/fp'
import type { ChainFinding, ExaminedChain } from '@postrider/core/audit/use-cases/verify-audit'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import { tableLines } from '@postrider/command/terminal/table'
import type { Terminal } from '@postrider/command/terminal/terminal'

const HEAD = ['CHAIN', 'ENTRIES', 'VERDICT']
const FIGURES = new Set([1])

const rowOf = ({ head, finding }: ExaminedChain) => [
  head.organizationId ?? 'the platform',
  String(head.seq),
  finding?.sentence ?? 'sound',
]

/**
 * Recomputes every chain of the audit log from its first entry, and prints the result
 * (docs/promises#altered-audit-logs).
 */
export const auditVerify =
  (terminal: Terminal) =>
  async ({ ports, postrider }: Composition): Promise<number> => {
    const problem = await checkDatabase(ports.storage)
    const verified = problem === undefined ? await postrider.verifyAudit()() : undefined
    if (verified === undefined || E.isLeft(verified)) {
      terminal.complain(problem?.sentence ?? `reading the audit log failed: ${verified?.left.cause ?? ''}`)
      return EXIT.failed
    }
    const chains = verified.right
    for (const line of tableLines([HEAD, ...chains.map(rowOf)], FIGURES)) terminal.say(line)
    const withVerdict = (verdict: ChainFinding['verdict']): number =>
      chains.filter(({ finding }) => finding?.verdict === verdict).length
    const [broken, unproved, open] = [
      withVerdict('altered'),
      withVerdict('unknown_key'),
      withVerdict('open_era'),
    ]
    const entries = chains.reduce((sum, { head }) => sum + head.seq, 0)
    if (broken > 0) {
      terminal.complain(`${broken} of ${chains.length} chains were tampered with.`)
      return EXIT.failed
    }
    if (unproved > 0) {
      terminal.complain(
        `${unproved} of ${chains.length} chains are not verified because a key is missing. Add it to POSTRIDER_PREVIOUS_MASTER_KEYS.`,
      )
      return EXIT.unproved
    }
    if (open > 0)
      terminal.complain(`${open} of ${chains.length} chains accept previous keys: run postrider keys rotate.`)
    terminal.say(
      terminal.paint(
        'green',
        `${entries} entries in ${chains.length} chains: every link recalculated, no differences.`,
      ),
    )
    return EXIT.ok
  }
