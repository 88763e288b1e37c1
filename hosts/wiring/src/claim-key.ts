import { E } from '@postrider/core/fp'
import type { Composition } from './compose.js'

/**
 * Checks that a process has the installation's key, as current or previous one; the first process registers
 * its own. Left: it would seal data that no other process can open, and break the audit log; a sentence that
 * names the fix. If the database can't be read, this check passes, and the code that needs it reports the
 * error.
 */
export const claimKey = async ({
  postrider,
  ports,
}: Pick<Composition, 'postrider' | 'ports'>): Promise<E.Either<string, void>> => {
  const claimed = await postrider.claimSealingKey()()
  if (E.isLeft(claimed)) return E.right(undefined)
  const { ids } = ports.keyRing
  const has = `this process has ${ids.join(', ')}`
  switch (claimed.right._tag) {
    case 'Claimed':
      return E.right(undefined)
    case 'Missing': {
      const { sealing } = claimed.right
      return E.left(
        `the installation seals with the key ${sealing}; ${has}, and needs that one here or in POSTRIDER_PREVIOUS_MASTER_KEYS`,
      )
    }
    case 'Foreign': {
      const keyIds = claimed.right.keyIds.join(', ')
      return E.left(`what is sealed in this database is under ${keyIds}; ${has}: is it the right one?`)
    }
  }
}
