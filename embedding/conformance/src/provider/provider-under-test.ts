import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Provider, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { KitChannel } from './kit-message.js'
import { keepReports, type KeptReports, type OpenProvider, type OpenedProvider } from './open-provider.js'

/** What the kit is told of a kind: most of it is what the kind cannot. */
export interface KitOptions {
  /** What the account carries: every promise is proved with messages of each. */
  readonly channels: readonly [KitChannel, ...KitChannel[]]
  /** Whether the provider tells what became of a message; the sandbox does, a mail server does not. */
  readonly reportsDelivery: boolean
  /** That it gives what it takes no identifier. */
  readonly namesNothing?: true
  /** That a long text goes to it whole: it is divided there, and has one identifier. */
  readonly takesWhole?: true
  /** That the account keeps a session open with its provider, over which reports come. */
  readonly hasSessions?: true
}

/** The provider of the test that runs now. */
export interface ProviderUnderTest {
  readonly opened: OpenedProvider
  readonly reports: KeptReports
  readonly channel: KitChannel
  readonly options: KitOptions
}

/** How long a call may take that ends well. */
export const TIMEOUT_MS = 5_000
/** The time-out of calls that are not answered in time. */
export const SHORT_MS = 400

/** Opens what is proved before each test, to carry messages of the channel, and closes it after. */
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

/** Hands a message to the account that is open, or to another. */
export const submit = (
  { opened }: ProviderUnderTest,
  submission: ProviderSubmission,
  { timeoutMs = TIMEOUT_MS, by = opened.provider }: { timeoutMs?: number; by?: Provider } = {},
): Promise<SubmitOutcome> => by.submit(submission, timeoutMs)

/** How often the recipient has got a message. */
export const copiesOf = async (
  { opened }: ProviderUnderTest,
  { messageId }: ProviderSubmission,
): Promise<number> =>
  (await opened.delivered()).filter(({ reference }) => reference.includes(messageId)).length

/** Those reports that are the last word of a delivery. */
export const deliveriesIn = ({ stored }: KeptReports) => stored.filter(({ status }) => status === 'delivered')

/** Long enough for what is not to come, if it came. */
export const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))
