import { type Channel, CHANNEL_NAMES } from '@postrider/core/channels/channels'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import { httpSmsAdapter } from '@postrider/provider-http-sms/http-sms-provider'
import { sandboxAdapter } from '@postrider/provider-sandbox/sandbox-provider'
import { smppAdapter } from '@postrider/provider-smpp/smpp-provider'
import { smtpAdapter } from '@postrider/provider-smtp/smtp-provider'
import { whatsappAdapter } from '@postrider/provider-whatsapp/whatsapp-provider'

/** The providers of this distribution: a further one is a line here, and one in the manifest. */
export const PROVIDERS: readonly ProviderAdapter[] = [
  sandboxAdapter,
  smtpAdapter,
  httpSmsAdapter,
  smppAdapter,
  whatsappAdapter,
]

/** The vocabulary of its published documents. */
export const VOCABULARY: Vocabulary = { providerKinds: PROVIDERS.map(({ kind }) => kind) }

/**
 * The channels that an account of the kind can have in this distribution; every channel if the kind doesn't
 * restrict them.
 */
export const carriedBy = (kind: string | undefined): readonly Channel[] =>
  PROVIDERS.find((one) => one.kind === kind)?.carries ?? CHANNEL_NAMES
