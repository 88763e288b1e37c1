import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Provider, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { KitChannel } from './kit-message.js'
import { keepReports, type KeptReports, type OpenProvider, type OpenedProvider } from './open-provider.js'

/** The properties of a kind, mostly features that it lacks. */
export interface KitOptions {
  /** The channels of the account: every promise is tested with messages of each. */
  readonly channels: readonly [KitChannel, ...KitChannel[]]
  /** Whether the provider reports the status of messages; the sandbox does, a mail server doesn't. */
  readonly reportsDelivery: boolean
  /** Set if it gives accepted messages no identifier. */
  readonly namesNothing?: true
  /** Set if long texts are sent to it as one message: it splits them, and there is one identifier. */
  readonly takesWhole?: true
  /** Set if the account keeps a session open with its provider, over which reports arrive. */
  readonly hasSessions?: true
}

/** The provider of the current test. */
export interface ProviderUnderTest {
  readonly opened: OpenedProvider
  readonly reports: KeptReports
  readonly channel: KitChannel
  readonly options: KitOptions
}

/** The maximum time of a successful call. */
export const TIMEOUT_MS = 5_000
/** The timeout of calls without a timely response. */
export const SHORT_MS = 400

/** Opens the provider under test before each test, for messages of the channel, and closes it afterwards. */
export const useProvider = (
  open: OpenProvider,
  channel: KitChannel,
  options: KitOptions,
): ProviderUnderTest => {
  let opened: OpenedProvider
  let reports: KeptReports
  beforeEach(async () => {
    reports = keepReports()
    opened = await open(reports.sink, channel)
  })
  afterEach(() => opened.close())
  return {
    options,
    channel,
    get opened() {
      return opened
    },
    get reports() {
      return reports
    },
  }
}

/** Submits a message to the open account, or to another one. */
export const submit = (
  { opened }: ProviderUnderTest,
  submission: ProviderSubmission,
  { timeoutMs = TIMEOUT_MS, by = opened.provider }: { timeoutMs?: number; by?: Provider } = {},
): Promise<SubmitOutcome> => by.submit(submission, timeoutMs)

/** How often the recipient has received a message. */
export const copiesOf = async (
  { opened }: ProviderUnderTest,
  { messageId }: ProviderSubmission,
): Promise<number> =>
  (await opened.delivered()).filter(({ reference }) => reference.includes(messageId)).length

/** The reports with the final status of a delivery. */
export const deliveriesIn = ({ stored }: KeptReports) => stored.filter(({ status }) => status === 'delivered')

/** Waits long enough to show that an event doesn't happen. */
export const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))
