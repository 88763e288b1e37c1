import type { Postrider } from '@postrider/core/postrider'
import { pipe, TE } from '@postrider/core/fp'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** GET /ledger-key.json: the key for checking signed heads of the ledger. */
export const getLedgerKeyHandler =
  (postrider: Pick<Postrider, 'getLedgerKey'>): Handler<'getLedgerKey'> =>
  () =>
    pipe(
      postrider.getLedgerKey(),
      TE.map(({ installationId, publicKey = null }) =>
        jsonAnswer(200, { installationId, algorithm: 'Ed25519', publicKey }),
      ),
    )()
