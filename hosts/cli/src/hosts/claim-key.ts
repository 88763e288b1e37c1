import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT, type CommandFailure, failure } from '../exit-code.js'

/**
 * Lets a process go on that has the key which the installation names, as current or previous one; the first names its
 * own. Left, with exit code 78: it would seal what nobody else can open, and break the audit log. Where the database
 * cannot be asked, the command that needs it says so.
 */
export const claimKey = async ({
  postrider,
  ports,
}: Composition): Promise<E.Either<CommandFailure, void>> => {
  const claimed = await postrider.claimSealingKey()()
  if (E.isLeft(claimed)) return E.right(undefined)
  const { ids } = ports.keyRing
  const has = `this process has ${ids.join(', ')}`
  switch (claimed.right._tag) {
    case 'Claimed':
      return E.right(undefined)
    case 'Missing': {
      const { sealing } = claimed.right
      const sentence = `POSTRIDER_MASTER_KEY: the installation seals with the key ${sealing}; ${has}, and needs that one here or in POSTRIDER_PREVIOUS_MASTER_KEYS`
      return E.left(failure(sentence, EXIT.configuration))
    }
    case 'Foreign': {
      const keyIds = claimed.right.keyIds.join(', ')
      const sentence = `POSTRIDER_MASTER_KEY: what is sealed in this database is under ${keyIds}; ${has}: is it the right one?`
      return E.left(failure(sentence, EXIT.configuration))
    }
  }
}
