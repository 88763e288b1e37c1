/**
 * The conformance kit for providers, with the helpers to open one: the entry
 * `@postrider/conformance/provider`.
 */
export { aProviderAccount } from './builders/a-provider-account.js'
export { eventually } from './eventually.js'
export { anEmail, anSms, aWhatsappMessage, questionOf } from './provider/a-submission.js'
export type { KitChannel } from './provider/kit-message.js'
export {
  type DeliveredMessage,
  type Destinations,
  keepReports,
  type KeptReports,
  type OpenedProvider,
  type OpenProvider,
} from './provider/open-provider.js'
export { describeProvider } from './provider/provider-kit.js'
export type { KitOptions } from './provider/provider-under-test.js'
