import type { Account, AccountKey } from '../domain/account.js'
import { linesOf, signedText, type SignedHeads } from '../domain/signed-heads.js'
import type { Installation } from '../../kernel/installation/installation.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { HOUR_MS, isoTime } from '../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { InstallationStatusStorage } from '../../kernel/ports/installation-status-storage.js'
import type { LedgerStorage } from '../ports/ledger-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { KeyRing } from '../../kernel/ports/key-ring.js'
import type { Signatures } from '../../kernel/ports/signatures.js'
import type { UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'
import { recordAct, type AuditNeeds } from '../../audit/use-cases/record-act.js'
import { SIGNING_CONTEXT } from './signing-key.js'

type Needs = AuditNeeds & {
  readonly storage: {
    readonly installation: InstallationStatusStorage
    readonly ledger: LedgerStorage
    readonly units: UnitStorage
  }
  readonly clock: Clock
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly signatures: Signatures
}

const PAGE = 500

const allAccounts = async ({ storage }: Needs): Promise<E.Either<Outage, readonly Account[]>> => {
  const accounts: Account[] = []
  let after: AccountKey | undefined
  for (;;) {
    const page = await storage.ledger.accounts(after, PAGE)()
    if (E.isLeft(page)) return page
    for (const one of page.right) accounts.push(one)
    after = page.right.at(-1)
    if (page.right.length < PAGE) return E.right(accounts)
  }
}

/**
 * The private half of the installation's key; the first signer creates the pair. Left: it is encrypted with a
 * key that isn't available.
 */
const privateKeyIn = (
  { signatures, keyRing }: Needs,
  unit: UnitOfWork,
  { signingKey }: Installation,
): E.Either<Outage, string> => {
  if (signingKey === undefined) {
    const { publicKey, privateKey } = signatures.newPair()
    unit.ledgerHeads.signWith(publicKey, keyRing.seal(privateKey, SIGNING_CONTEXT, unit.sealingKey))
    return E.right(privateKey)
  }
  const opened = keyRing.open(signingKey.sealed, SIGNING_CONTEXT)
  return E.isRight(opened)
    ? opened
    : E.left({ _tag: 'StorageUnavailable', cause: `this process does not have the key ${opened.left.keyId}` })
}

/**
 * Signs the heads of all ledger accounts, once per hour by the first process to try, or at once on request.
 * The unit of work that makes the lines also writes their digest to the platform's audit chain. The caller
 * stores the lines. Right: the lines; none if it is too early, or the database is on hold.
 */
export const signHeads =
  (needs: Needs) =>
  (isAtOnce = false): TE.TaskEither<Outage, readonly SignedHeads[]> =>
  async () => {
    const { storage, clock, signatures, digests } = needs
    const known = await storage.installation.read()()
    if (E.isLeft(known)) return known
    const isDue = ({ headsAtMs, hold }: Installation): boolean =>
      isAtOnce || (hold === undefined && clock.nowMs() - (headsAtMs ?? 0) >= HOUR_MS)
    if (!isDue(known.right)) return E.right([])
    const accounts = await allAccounts(needs)
    if (E.isLeft(accounts)) return accounts
    return storage.units.transact<Outage, readonly SignedHeads[]>('shared', async (unit) => {
      const installation = await unit.restoration.lock()
      if (!isDue(installation)) return E.right([])
      const privateKey = privateKeyIn(needs, unit, installation)
      if (E.isLeft(privateKey)) return privateKey
      const nowMs = clock.nowMs()
      const { installationId } = installation.fingerprint
      const lines = linesOf(accounts.right, installationId, isoTime(nowMs)).map((line) => ({
        ...line,
        signature: signatures.sign(signedText(line), privateKey.right),
      }))
      unit.ledgerHeads.noteAt(nowMs)
      const details = {
        accounts: lines.reduce((sum, { heads }) => sum + heads.length, 0),
        lines: lines.length,
        digest: digests.sha256(lines.map(({ signature }) => signature).join('\n')),
      }
      const act = {
        actor: { kind: 'system', id: 'ledger' },
        action: 'ledger.heads',
        target: 'ledger',
        organizationId: undefined,
        details,
      } as const
      await recordAct(needs, unit, act, nowMs)
      return E.right(lines)
    })()
  }
