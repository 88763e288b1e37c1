import type { MessageId } from '../../../kernel/ids/id.js'
import { bounceAddress, bounceText } from '../../../identity/domain/mail/bounce-address.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { CallTarget } from './call-capacity.js'

/** The bounce address of a message, if its account has bounces enabled. */
export const bounceAddressOf = (
  { keyedDigests }: { readonly keyedDigests: KeyedDigests },
  { account, provider: { bounceDomain } }: Pick<CallTarget, 'account' | 'provider'>,
  messageId: MessageId,
): string | undefined => {
  if (bounceDomain === undefined) return undefined
  const text = bounceText(account.providerAccountId, messageId)
  return bounceAddress(messageId, keyedDigests.of('bounce', text), bounceDomain)
}
