/** What proves that reports over HTTP are read: the entry `@postrider/conformance/callbacks`. */
export { aProviderAccount } from './builders/a-provider-account.js'
export { fresh } from './builders/fresh.js'
export { describeCallbacks } from './callbacks/callbacks-kit.js'
export type { CallbacksUnderTest, KitSecrets } from './callbacks/open-callbacks.js'
