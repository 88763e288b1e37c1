import type { Channel } from '../../channels/channels.js'
import type { AppId, MessageId, OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import { DAY_MS, type EpochMs } from '../../kernel/time/epoch-ms.js'

/**
 * A message that the sandbox delivered to a recipient of the test environment
 * (docs/api/sandbox#test-messages).
 */
export interface TestMessage {
  readonly messageId: MessageId
  readonly channel: Channel
  readonly to: string
  /** The sender that the recipient sees. */
  readonly from: string
  /** For an email. */
  readonly subject: string | undefined
  readonly text: string
  /** The one-time passcode in the text, if any. */
  readonly otp: string | undefined
  readonly deliveredAtMs: EpochMs
}

/** A delivery, as a provider of the test environment reports it. */
export interface TestDelivery extends Omit<TestMessage, 'channel'> {
  readonly channel: string
  readonly providerAccountId: ProviderAccountId
  readonly providerMessageId: string
}

/** A delivery whose app is known; its content is sealed. */
export interface StoredTestMessage {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly to: string
  readonly deliveredAtMs: EpochMs
  readonly sealed: string
}

/** How long a test message is kept. */
export const TEST_MESSAGE_KEPT_MS = DAY_MS

/** How many test messages of an app are kept: the newest. */
export const TEST_MESSAGES_OF_APP = 1_000

/** How many test messages a process keeps per second; a load test therefore leaves gaps. */
export const TEST_MESSAGES_A_SECOND = 100

/** How much of a text is kept, in UTF-16 units; the rest is cut off. */
export const TEST_TEXT_LENGTH = 16_384

/** The place that the content of a test message is sealed for. */
export const testMessageContext = (messageId: MessageId): string => `test_messages|${messageId}|sealed`
