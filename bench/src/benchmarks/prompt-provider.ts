import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import { callbackReader } from '@postrider/provider-http-sms/callbacks/read-callback'
import { NO_SETTINGS } from '@postrider/test/builders/no-settings'

/** A provider that takes every message at once, and reports nothing unless it is made to: what remains is our own work. */
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
