import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import { shown } from './implementation.js'

/** An answer that storage has no part in, as of now: a caller who was signed out meanwhile does not get it. */
export const atCurrentEpoch = async <A>({ storage }: Pick<Ports, 'storage'>, result: A) => {
  const epoch = await storage.catalog.epoch()()
  return E.isLeft(epoch) ? epoch : shown(epoch.right, result)
}
