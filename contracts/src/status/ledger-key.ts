import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'

/** The body of GET /ledger-key.json. */
export const ledgerKey = open(
  {
    installationId: text({
      description: 'ID of the installation; signed heads carry it.',
      example: '0'.repeat(32),
    }),
    algorithm: literalUnion(['Ed25519'], { description: 'Algorithm of the signatures.' }),
    publicKey: nullable(
      text({
        description: 'Public key in PEM (SubjectPublicKeyInfo); null until a head was signed.',
        example: '-----BEGIN PUBLIC KEY-----…',
      }),
    ),
  },
  {},
  { name: 'LedgerKey', description: 'The public key that verifies signed heads of the ledger.' },
)
