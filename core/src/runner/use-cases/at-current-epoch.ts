import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import { shown } from './implementation.js'

/**
 * A result that doesn't come from storage, as of the current epoch, so that a caller who has signed out
 * meanwhile doesn't get it.
 */
export const atCurrentEpoch = async <A>({ storage }: Pick<Ports, 'storage'>, result: A) => {
  const epoch = await storage.catalog.epoch()()
  return E.isLeft(epoch) ? epoch : shown(epoch.right, result)
}
