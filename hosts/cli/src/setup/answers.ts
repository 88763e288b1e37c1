import { type Channel, CHANNEL_NAMES, CHANNELS } from '@postrider/core/channels/channels'
import { E } from '@postrider/core/fp'
import { smtpAccount } from '@postrider/wiring/installation/smtp-account'

/** The inputs of a set-up. */
export type AnswerKey =
  | 'adminEmail'
  | 'adminName'
  | 'adminPassword'
  | 'secondAdminEmail'
  | 'secondAdminName'
  | 'organization'
  | 'project'
  | 'app'
  | 'environment'
  | 'provider'
  | 'channels'
  | 'smtpUrl'
  | 'smtpPassword'
  | `sender:${Channel}`
  | 'currency'
  | `price:${Channel}`
  | 'openingCredit'

/** The answers so far, as they were typed; they are checked as part of the order that they make. */
export type SetUpAnswers = Readonly<Partial<Record<AnswerKey, string>>>

/** Concurrent calls: few for a mail server, and for the sandbox as many as load tests of an app need. */
const MOST_AT_MAIL_SERVER = 8
const MOST_AT_SANDBOX = 256
const TIMEOUT_MS = 15_000
const DAYS_OF_LIFE = 365

/** A number if the text is one; else the text, which is refused later. */
const numberOf = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : text

/** The channels in the answer, known or not. */
export const channelsOf = ({ channels = '' }: SetUpAnswers): readonly string[] =>
  channels
    .split(',')
    .map((channel) => channel.trim())
    .filter((channel) => channel !== '')

/** The known channels in the answer, to be priced and sent from. */
export const knownChannelsOf = (answers: SetUpAnswers): readonly Channel[] =>
  CHANNEL_NAMES.filter((channel) => channelsOf(answers).includes(channel))

const providerOf = (answers: SetUpAnswers) => {
  const { provider: kind, smtpUrl, smtpPassword } = answers
  const account =
    kind === 'smtp' && smtpUrl !== undefined ? smtpAccount(smtpUrl, smtpPassword) : E.right({ settings: {} })
  return {
    kind,
    name: kind === 'smtp' ? 'Mail server' : 'Sandbox',
    channels: answers.channels === undefined ? undefined : channelsOf(answers),
    ...(E.isRight(account) ? account.right : {}),
    maxConcurrent: kind === 'smtp' ? MOST_AT_MAIL_SERVER : MOST_AT_SANDBOX,
    timeoutMs: TIMEOUT_MS,
  }
}

const present = (one: object): object =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined))

const sendersOf = (answers: SetUpAnswers): object =>
  Object.fromEntries(
    CHANNEL_NAMES.flatMap((channel) => {
      const sender = answers[`sender:${channel}`]
      return sender === undefined ? [] : [[channel, { [CHANNELS[channel].sender.main]: sender }]]
    }),
  )

/** The channels with a price, in the sequence of the order. */
export const pricedChannels = (answers: SetUpAnswers): readonly Channel[] =>
  CHANNEL_NAMES.filter((channel) => answers[`price:${channel}`] !== undefined)

const isBegun = (answers: SetUpAnswers, ...keys: readonly AnswerKey[]): boolean =>
  keys.some((key) => answers[key] !== undefined)

/** The order from the answers so far, without missing ones. */
export const orderOf = (answers: SetUpAnswers): object =>
  present({
    firstAdmin: present({
      email: answers.adminEmail,
      displayName: answers.adminName,
      password: answers.adminPassword,
    }),
    secondAdmin: present({ email: answers.secondAdminEmail, displayName: answers.secondAdminName }),
    organization: present({
      displayName: answers.organization,
      projectName: answers.project,
      environment: answers.environment,
      currency: answers.currency,
    }),
    appName: answers.app,
    credential: present({ label: answers.app, daysOfLife: DAYS_OF_LIFE }),
    providers: isBegun(answers, 'provider') ? [present(providerOf(answers))] : undefined,
    senders: sendersOf(answers),
    prices: pricedChannels(answers).map((channel) => ({
      channel,
      destinationPrefix: '*',
      unitAmountMinor: numberOf(answers[`price:${channel}`]),
    })),
    creditMinor: numberOf(answers.openingCredit),
  })
