import type { Vocabulary } from '@postrider/core/domain/codecs/vocabulary'
import type { Clock } from '@postrider/core/ports/clock'
import type { AttachmentGateway } from '@postrider/core/ports/attachment-gateway'
import type { Postrider } from '@postrider/core/postrider'
import type { Semaphore } from '@postrider/core/use-cases/concurrency/semaphore'
import type { HostLog } from '@postrider/wiring/host-log'
import type { Probe } from '@postrider/wiring/readiness'
import { checkCredential } from './check-credential.js'
import { createSession } from './create-session.js'
import { endSession } from './end-session.js'
import { downloadAttachment } from './download-attachment.js'
import { getBalance } from './get-balance.js'
import { getCapabilities } from './get-capabilities.js'
import { getContract } from './get-contract.js'
import { getHealth } from './get-health.js'
import { getLedgerKey } from './get-ledger-key.js'
import { getMessage } from './get-message.js'
import { getReadiness } from './get-readiness.js'
import { type BuildFacts, getRelease } from './get-release.js'
import type { Handler, OperationId } from './handler.js'
import { listUsage } from './list-usage.js'
import { lookUpMessages } from './look-up-messages.js'
import { readContract } from './read-contract.js'
import { recoverPassword } from './recover-password.js'
import { refreshSession } from './refresh-session.js'
import { runAgentOperation } from './run-agent-operation.js'
import { runControlOperation } from './run-control-operation.js'
import { sendBatch } from './send-batch.js'
import { sendOtp } from './send-otp.js'
import { uploadAttachment } from './upload-attachment.js'
import { verifyOtp } from './verify-otp.js'
import { sendMessage } from './send-message.js'

/** The use cases that the API serves. */
export type ServedUseCases = Pick<
  Postrider,
  | 'acceptInvitation'
  | 'authenticate'
  | 'authenticateAgent'
  | 'authenticatePerson'
  | 'checkRecovery'
  | 'acceptMessage'
  | 'checkCredential'
  | 'checkReadiness'
  | 'findMessage'
  | 'getBalance'
  | 'getLedgerKey'
  | 'inspectBatch'
  | 'inspectMessage'
  | 'inspectPasscode'
  | 'listUsage'
  | 'lookUpMessages'
  | 'previewMessage'
  | 'refreshSession'
  | 'requestRecovery'
  | 'resetPassword'
  | 'runAgentOperation'
  | 'runOperation'
  | 'sendBatch'
  | 'sendPasscode'
  | 'showInvitation'
  | 'signIn'
  | 'signOut'
  | 'takeAllowance'
  | 'verifyPasscode'
>

export interface HandlerNeeds {
  readonly postrider: ServedUseCases
  readonly clock: Clock
  readonly log: HostLog
  readonly release: BuildFacts
  /** The words of the documents that are published: those of the process. */
  readonly vocabulary: Vocabulary
  readonly probe: Probe
  /** Absent where attachments are kept by a server that speaks with clients itself. */
  readonly attachmentGateway?: AttachmentGateway | undefined
  /** A permit for each upload that may be under way. */
  readonly uploads: Semaphore
}

export type Handlers = { readonly [K in OperationId]: Handler<K> }

/** A handler for every route of the table: a route without one does not compile. */
export const handlers = (needs: HandlerNeeds): Handlers => ({
  sendMessage: sendMessage(needs.postrider),
  sendBatch: sendBatch(needs.postrider),
  sendOtp: sendOtp(needs.postrider),
  verifyOtp: verifyOtp(needs.postrider),
  lookUpMessages: lookUpMessages(needs.postrider),
  getMessage: getMessage(needs.postrider),
  checkCredential: checkCredential(needs.postrider),
  getBalance: getBalance(needs.postrider),
  listUsage: listUsage(needs.postrider),
  createSession: createSession(needs.postrider, needs.clock),
  refreshSession: refreshSession(needs.postrider, needs.clock),
  endSession: endSession(needs.postrider),
  recoverPassword: recoverPassword(needs.postrider),
  runControlOperation: runControlOperation(needs.postrider),
  runAgentOperation: runAgentOperation(needs.postrider),
  uploadAttachment: uploadAttachment(needs),
  downloadAttachment: downloadAttachment(needs),
  getHealth: getHealth(needs),
  getReadiness: getReadiness(needs.probe),
  getRelease: getRelease(needs.release),
  getContract: getContract(needs.vocabulary),
  getLedgerKey: getLedgerKey(needs.postrider),
  getCapabilities: getCapabilities(needs.vocabulary),
  readContract: readContract(),
})
