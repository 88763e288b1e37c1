/**
 * The conformance kit for reading provider callbacks over HTTP: the entry `@postrider/conformance/callbacks`.
 */
export { aProviderAccount } from './builders/a-provider-account.js'
export { fresh } from './builders/fresh.js'
export { describeCallbacks } from './callbacks/callbacks-kit.js'
export type { CallbacksUnderTest, KitSecrets } from './callbacks/open-callbacks.js'
