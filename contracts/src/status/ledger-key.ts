import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'

/** The body of GET /ledger-key.json. */
export const ledgerKey = open(
  {
    installationId: text({ description: 'Whose key it is: signed heads name it.', example: '0'.repeat(32) }),
    algorithm: literalUnion(['Ed25519']),
    publicKey: nullable(text({ description: 'PEM (SubjectPublicKeyInfo); null until heads were signed.' })),
  },
  {},
  { name: 'LedgerKey', description: 'By what anybody can check signed heads of the ledger.' },
)
