import { E } from '@postrider/core/fp'
import type { Composition } from './compose.js'

/**
 * Lets a process go on that has the key which the installation names, as current or previous one; the first names its
 * own. Left: it would seal what nobody else can open, and break the audit log; a sentence that says what to do. Where the
 * database cannot be asked, what needs it says so.
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
