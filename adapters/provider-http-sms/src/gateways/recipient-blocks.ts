import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { ReportedBlock } from '@postrider/core/providers/domain/calls/reported-block'

/** What a gateway's codes for blocked recipients mean. */
export type RecipientBlocks = ReadonlyMap<string, ReportedBlock>

/**
 * The suppression that follows from a refusal or a failed delivery. Undefined: it isn't about the recipient. A
 * code without an entry is a block by the carrier.
 */
export const blockIn = (
  failure: FailureCode | undefined,
  blocks: RecipientBlocks | undefined,
  codes: ReadonlyArray<string | undefined>,
): { readonly suppresses?: ReportedBlock } => {
  if (failure !== 'recipient_blocked') return {}
  const named = codes.map((code) => (code === undefined ? undefined : blocks?.get(code)))
  return { suppresses: named.find((block) => block !== undefined) ?? 'blocked' }
}
