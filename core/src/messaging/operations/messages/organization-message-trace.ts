import { customerTraceView } from './customer-trace-view.js'
import { messageOperations } from './operations.js'
import { E } from '../../../fp.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

/** A message's evidence in its sender's words; NotFound where there is none of the Organization's. */
export const getOrganizationMessageTrace = reading(messageOperations.getOrganizationMessageTrace, {
  read: async (call, { storage }) => {
    const { organizationId } = membershipOf(call).organization
    const messageId = knownId('msg', call.request.messageId)
    if (E.isLeft(messageId)) return messageId
    const read = await storage.reconciliation.trace(messageId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value: traced } = read.right
    if (traced?.message.organizationId !== organizationId) return absent(epoch)
    return shown(epoch, customerTraceView(traced))
  },
})
