import { type EmbeddedPostrider, openOn } from './open-on.js'
import { composeOptionsOf, type OpenOptions, settingsOf } from './open-options.js'

export { EmbeddedError } from './embedded-error.js'
export type { BodyOf, OperationCaller } from './callers.js'
export type { NodeHandler } from './node-handler.js'
export type { EmbeddedPostrider, SetUpBy } from './open-on.js'
export type { OpenOptions } from './open-options.js'
export type { EmbeddedTenant } from './test-tenant.js'

/**
 * Opens Postrider in this process: creates missing files, migrates the database, and can be called at once.
 * Throws an `EmbeddedError` that names the fix.
 * @example
 * ```ts
 * import { openPostrider } from '@postrider/embedded'
 *
 * const postrider = await openPostrider({ dataDir: './data' })
 * await postrider.start()
 * const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
 * const api = postrider.as(credential)
 * ```
 */
export const openPostrider = async (options: OpenOptions = {}): Promise<EmbeddedPostrider> =>
  openOn(settingsOf(options), composeOptionsOf(options))
