import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { pipe, TE } from '../../fp.js'
import type { InstallationStatusStorage } from '../../kernel/ports/installation-status-storage.js'

/** The key with which anybody can check signed heads. */
export interface LedgerKey {
  readonly installationId: string
  /** PEM; undefined until the first heads are signed. */
  readonly publicKey: string | undefined
}

interface Needs {
  readonly storage: { readonly installation: InstallationStatusStorage }
}

/** Returns the public half of the key that signs ledger heads. */
export const getLedgerKey =
  ({ storage }: Needs) =>
  (): TE.TaskEither<StorageUnavailable, LedgerKey> =>
    pipe(
      storage.installation.read(),
      TE.map(({ fingerprint, signingKey }) => ({
        installationId: fingerprint.installationId,
        publicKey: signingKey?.publicKey,
      })),
    )
