import { OPERATIONS } from '@postrider/core/assembly/registry'
import { pathOf } from '../exchange/path-of.js'

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * The operation that a target names, as a metric label. Clients can request any name, so unknown names are
 * `unknown`.
 */
export const operationLabel = (target: string): string => {
  const name = nameIn(pathOf(target))
  return Object.hasOwn(OPERATIONS, name) ? name : 'unknown'
}

/**
 * The address of a control operation, which is its name. Other addresses, and anything after the name, may
 * contain secrets.
 */
export const operationAddress = (target: string): { readonly route?: string } => {
  const path = pathOf(target)
  return Object.hasOwn(OPERATIONS, nameIn(path)) ? { route: path } : {}
}
