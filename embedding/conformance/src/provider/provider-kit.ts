import { asking } from './asking.js'
import { lifetimes } from './lifetimes.js'
import type { OpenProvider } from './open-provider.js'
import { type KitOptions, useProvider } from './provider-under-test.js'
import { reporting } from './reporting.js'
import { submitting } from './submitting.js'
import { texts } from './texts.js'
import { wire } from './wire.js'

/**
 * Tests every promise of the provider port on the account that `open` opens, with messages of each of the
 * `channels`. The other options name what the kind doesn't support. The text of an SMS starts with a line
 * that is our reference, and the first of the two values of a WhatsApp message is our reference.
 * @example
 * ```ts
 * import { aProviderAccount, type DeliveredMessage, describeProvider } from '@postrider/conformance/provider'
 * import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
 * import { providerNetworks } from '@postrider/node/system/provider-networks'
 *
 * // Lets accounts connect to a mail server on this machine.
 * const parts = { clock: { nowMs: () => Date.now() }, networks: providerNetworks(['127.0.0.1']) }
 *
 * // What a mail server of yours has taken; it answers by the recipient.
 * declare const received: () => Promise<readonly DeliveredMessage[]>
 *
 * const destinations = {
 *   accepted: 'accepted@example.com',
 *   permanentFailure: 'unknown@example.com',
 *   transientFailure: 'busy@example.com',
 *   unknown: 'cut-off@example.com',
 *   silent: 'silent@example.com',
 * }
 *
 * describeProvider(
 *   'SMTP',
 *   async (sink) => {
 *     const openAt = (port: number) => {
 *       const account = aProviderAccount({ kind: 'smtp', settings: { host: '127.0.0.1', port, tls: 'none' } })
 *       return { account, provider: smtpOpener(parts).open(account, {}, sink) }
 *     }
 *     const { account, provider } = openAt(2525)
 *     return {
 *       provider,
 *       providerAccountId: account.providerAccountId,
 *       destinations,
 *       reopen: () => openAt(2525).provider,
 *       openAway: () => openAt(9).provider,
 *       delivered: received,
 *       close: () => provider.close(),
 *     }
 *   },
 *   { channels: ['email'], reportsDelivery: false },
 * )
 * ```
 */
export const describeProvider = (name: string, open: OpenProvider, options: KitOptions): void => {
  for (const channel of options.channels) {
    const title = options.channels.length === 1 ? name : `${name}, with ${channel},`
    describe(`${title} keeps the promises of a provider`, () => {
      const at = useProvider(open, channel, options)
      submitting(at)
      texts(at)
      wire(at)
      asking(at)
      reporting(at)
      lifetimes(at)
    })
  }
}
