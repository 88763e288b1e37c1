import { headOf, readSignedHeads, signedText, type SignedHeads } from '../domain/signed-heads.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { InstallationStatusStorage } from '../../kernel/ports/installation-status-storage.js'
import type { LedgerStorage } from '../ports/ledger-storage.js'
import type { Signatures } from '../../kernel/ports/signatures.js'

interface Needs {
  readonly storage: { readonly installation: InstallationStatusStorage; readonly ledger: LedgerStorage }
  readonly signatures: Signatures
}

/** The result of a comparison with signed heads. */
export interface CheckedHeads {
  readonly lines: number
  readonly heads: number
  /** A sentence for each head that doesn't match. */
  readonly findings: readonly string[]
}

/**
 * Checks that the account still has an event with this number and digest. Returns a sentence if it doesn't.
 */
const findingOf = async (
  { storage }: Needs,
  head: SignedHeads['heads'][number],
  at: string,
): Promise<E.Either<Outage, string | undefined>> => {
  const [account, seq] = head
  const known = headOf(head)
  if (known === undefined) return E.right(`${account} at ${at}: the line does not name a valid account`)
  const events = await storage.ledger.events(known, seq - 1, 1)()
  if (E.isLeft(events)) return events
  const [event] = events.right
  if (event?.seq !== seq) return E.right(`${account} at ${at}: event ${seq} no longer exists`)
  return E.right(event.digest === known.digest ? undefined : `${account} at ${at}: event ${seq} has changed`)
}

/**
 * Compares the ledger with earlier signed heads, given as parsed lines of a log or an export; other lines are
 * skipped. It detects truncated or rewritten ledgers, even if their chains are consistent. `publicKey` is in
 * PEM; the default is the installation's own key.
 */
export const checkHeads =
  (needs: Needs) =>
  (lines: readonly unknown[], publicKey: string | undefined): TE.TaskEither<Outage, CheckedHeads> =>
  async () => {
    const installation = await needs.storage.installation.read()()
    if (E.isLeft(installation)) return installation
    const key = publicKey ?? installation.right.signingKey?.publicKey ?? ''
    const findings: string[] = []
    const signed = lines.map(readSignedHeads).filter((line) => line !== undefined)
    let heads = 0
    for (const line of signed) {
      if (!needs.signatures.verifies(signedText(line), line.signature, key)) {
        findings.push(`line of ${line.at}, part ${line.part}: not signed with this key`)
        continue
      }
      for (const head of line.heads) {
        const found = await findingOf(needs, head, line.at)
        if (E.isLeft(found)) return found
        if (found.right !== undefined) findings.push(found.right)
        heads += 1
      }
    }
    return E.right({ lines: signed.length, heads, findings })
  }
