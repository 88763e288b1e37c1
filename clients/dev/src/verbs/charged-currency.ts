import type { MessageRequest, Postrider } from '@postrider/client'
import { usageError } from '../errors/exit-code.js'
import { refusalIn } from './send.js'

/** The currency that the message is paid in. Throws if it would be refused or costs nothing. */
export const chargedCurrency = async (
  client: Postrider,
  message: MessageRequest,
  signal: AbortSignal,
): Promise<string> => {
  const preview = await client.messages.preview(message, { signal })
  const refused = refusalIn(preview)
  if (refused !== undefined) throw refused
  const { estimatedCharge: charge } = preview
  if (charge !== null && charge.amountMinor > 0) return charge.currency
  throw usageError('The message costs nothing, so it doesn’t lead to the event.')
}
