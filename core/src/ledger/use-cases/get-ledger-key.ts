import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'

/** The key with which anybody can check signed heads. */
export interface LedgerKey {
  readonly installationId: string
  /** PEM; undefined until the first heads are signed. */
  readonly publicKey: string | undefined
}

/** Returns the public half of the key that signs ledger heads. */
export const getLedgerKey =
  ({ storage }: Pick<Ports, 'storage'>) =>
  (): TE.TaskEither<StorageUnavailable, LedgerKey> =>
    pipe(
      storage.installation.read(),
      TE.map(({ fingerprint, signingKey }) => ({
        installationId: fingerprint.installationId,
        publicKey: signingKey?.publicKey,
      })),
    )
