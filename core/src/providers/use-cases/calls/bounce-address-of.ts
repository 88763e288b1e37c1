import type { MessageId } from '../../../kernel/ids/id.js'
import { bounceAddress, bounceText } from '../../../identity/domain/mail/bounce-address.js'
import type { Ports } from '../../../assembly/ports.js'
import type { CallTarget } from './call-capacity.js'

/** Where what is sent under the reference comes back to, if its account wants to know. */
export const bounceAddressOf = (
  { keyedDigests }: Pick<Ports, 'keyedDigests'>,
  { account, provider: { bounceDomain } }: Pick<CallTarget, 'account' | 'provider'>,
  messageId: MessageId,
): string | undefined => {
  if (bounceDomain === undefined) return undefined
  const text = bounceText(account.providerAccountId, messageId)
  return bounceAddress(messageId, keyedDigests.of('bounce', text), bounceDomain)
}
