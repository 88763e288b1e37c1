import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Product } from '@postrider/core/kernel/texts/product'
import type { AttachmentGateway } from '@postrider/core/support/ports/attachment-gateway'
import type { Postrider } from '@postrider/core/postrider'
import type { Semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { Probe } from '@postrider/web-server/hosting/readiness'
import type { SiteFiles } from '../docs/site-files.js'
import { checkCredentialHandler } from './check-credential.js'
import { createSessionHandler } from './create-session.js'
import { endSessionHandler } from './end-session.js'
import { downloadAttachmentHandler } from './download-attachment.js'
import { getBalanceHandler } from './get-balance.js'
import { getCapabilitiesHandler } from './get-capabilities.js'
import { getContractHandler } from './get-contract.js'
import { getSendingContract30Handler, getSendingContractHandler } from './get-sending-contract.js'
import { getHealthHandler } from './get-health.js'
import { getLedgerKeyHandler } from './get-ledger-key.js'
import { getMessageHandler } from './get-message.js'
import { getReadinessHandler } from './get-readiness.js'
import { type BuildFacts, getReleaseHandler } from './get-release.js'
import type { Handler, OperationId } from './handler.js'
import { listEventsHandler } from './list-events.js'
import { listRecentMessagesHandler } from './list-recent-messages.js'
import { listUsageHandler } from './list-usage.js'
import { listTestMessagesHandler } from './list-test-messages.js'
import { lookUpMessagesHandler } from './look-up-messages.js'
import { readContractHandler } from './read-contract.js'
import { recoverPasswordHandler } from './recover-password.js'
import { refreshSessionHandler } from './refresh-session.js'
import { runAgentOperationHandler } from './run-agent-operation.js'
import { runControlOperationHandler } from './run-control-operation.js'
import { sendBatchHandler } from './send-batch.js'
import { sendOtpHandler } from './send-otp.js'
import { uploadAttachmentHandler } from './upload-attachment.js'
import { verifyOtpHandler } from './verify-otp.js'
import { sendMessageHandler } from './send-message.js'

/** The use cases that the API serves. */
export type ServedUseCases = Pick<
  Postrider,
  | 'authenticate'
  | 'authenticateAgent'
  | 'authenticatePerson'
  | 'acceptMessage'
  | 'checkCredential'
  | 'checkReadiness'
  | 'findMessage'
  | 'getBalance'
  | 'getLedgerKey'
  | 'inspectBatch'
  | 'inspectMessage'
  | 'inspectOtp'
  | 'endWaits'
  | 'listEvents'
  | 'readTestMessages'
  | 'listRecentMessages'
  | 'listUsage'
  | 'lookUpMessages'
  | 'openCallback'
  | 'readUnsubscribeLink'
  | 'dryRunMessage'
  | 'refreshSession'
  | 'requestRecovery'
  | 'runAgentOperation'
  | 'runOperation'
  | 'sendBatch'
  | 'sendOtp'
  | 'signIn'
  | 'signOut'
  | 'takeAllowance'
  | 'unsubscribe'
  | 'verifyOtp'
>

export interface HandlerNeeds {
  readonly postrider: ServedUseCases
  readonly clock: Clock
  readonly log: HostLog
  readonly release: BuildFacts
  /** The vocabulary of the process, for the published documents. */
  readonly vocabulary: Vocabulary
  /** The name and the support address in documents and pages; default: Postrider, without an address. */
  readonly product?: Product | undefined
  readonly probe: Probe
  /** Absent if attachments are stored on a server that clients access directly. */
  readonly attachmentGateway?: AttachmentGateway | undefined
  /** A permit for each concurrent upload. */
  readonly uploads: Semaphore
}

export type Handlers = { readonly [K in OperationId]: Handler<K> }

/** A handler for every route of the table: a missing one doesn't compile. */
export const handlers = (needs: HandlerNeeds, site: SiteFiles): Handlers => ({
  sendMessage: sendMessageHandler(needs.postrider),
  sendBatch: sendBatchHandler(needs.postrider),
  sendOtp: sendOtpHandler(needs.postrider),
  verifyOtp: verifyOtpHandler(needs.postrider),
  lookUpMessages: lookUpMessagesHandler(needs.postrider),
  listRecentMessages: listRecentMessagesHandler(needs.postrider),
  listEvents: listEventsHandler(needs.postrider),
  getMessage: getMessageHandler(needs.postrider),
  listSandboxMessages: listTestMessagesHandler(needs.postrider),
  checkCredential: checkCredentialHandler(needs.postrider),
  getBalance: getBalanceHandler(needs.postrider),
  listUsage: listUsageHandler(needs.postrider),
  createSession: createSessionHandler(needs.postrider, needs.clock),
  refreshSession: refreshSessionHandler(needs.postrider, needs.clock),
  endSession: endSessionHandler(needs.postrider),
  recoverPassword: recoverPasswordHandler(needs.postrider),
  runControlOperation: runControlOperationHandler(needs.postrider),
  runAgentOperation: runAgentOperationHandler(needs.postrider),
  uploadAttachment: uploadAttachmentHandler(needs),
  downloadAttachment: downloadAttachmentHandler(needs),
  getHealth: getHealthHandler(needs),
  getReadiness: getReadinessHandler(needs.probe),
  getRelease: getReleaseHandler(needs.release),
  getContract: getContractHandler(needs.vocabulary, needs.product),
  getSendingContract: getSendingContractHandler(needs.product),
  getSendingContract30: getSendingContract30Handler(needs.product),
  getLedgerKey: getLedgerKeyHandler(needs.postrider),
  getCapabilities: getCapabilitiesHandler(needs.vocabulary),
  readContract: readContractHandler(site),
})
