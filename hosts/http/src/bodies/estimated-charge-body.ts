import type { AcceptedMessage } from '@postrider/contracts/messages/accepted-message'
import type { Charge } from '@postrider/core/messaging/domain/messages/message'

/** A charge as it is reported at acceptance; the final charge is determined later. */
export const estimatedChargeBody = ({
  amountMinor,
  currency,
  priceVersionId,
}: Charge): AcceptedMessage['estimatedCharge'] => ({
  amountMinor,
  currency,
  status: 'provisional',
  priceVersionId,
})
