import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import { callbackReader } from '@postrider/provider-http-sms/callbacks/read-callback'
import { NO_SETTINGS } from '@postrider/test/builders/no-settings'

/**
 * A provider that accepts every message at once, and reports nothing by itself, so that only our own work is
 * measured.
 */
export const promptProvider: ProviderOpener = {
  kind: 'sandbox',
  forms: NO_SETTINGS,
  decidesRoute: () => false,
  check: () => undefined,
  callbacks: callbackReader,
  open: () => ({
    deduplicates: false,
    reportsNothing: true,
    submit: (submission) => Promise.resolve({ _tag: 'Accepted', providerMessageIds: [submission.messageId] }),
    close: () => Promise.resolve(),
  }),
}
