import { type Channel, CHANNEL_NAMES, CHANNELS } from '@postrider/core/channels/channels'
import { carriedBy } from '@postrider/wiring/providers'
import { E } from '@postrider/core/fp'
import { lacksPassword, smtpAccount } from '@postrider/wiring/installation/smtp-account'
import type { Settings } from '@postrider/wiring/settings'
import { type AnswerKey, type SetUpAnswers, knownChannelsOf, pricedChannels } from './answers.js'
import { PROMPTED_CHANNELS } from './sender-options.js'

/** An input of a set-up, and its question. */
export interface SetUpQuestion {
  readonly key: AnswerKey
  /** The option that sets it. */
  readonly flag: string
  /** Whether it follows from other answers, and is never asked. */
  readonly isSilent?: true
  readonly isSecret?: true
  /** Whether it is needed, given the answers so far. */
  readonly matters?: (answers: SetUpAnswers) => boolean
  readonly text: (answers: SetUpAnswers) => string
  /** The default; undefined: an answer is required. */
  readonly otherwise?: (answers: SetUpAnswers, settings: Pick<Settings, 'currencies'>) => string | undefined
  /** The place of the answer in the order, as a JSON Pointer. */
  readonly field: (answers: SetUpAnswers) => string
  /** The expected format, for the text of a fault. */
  readonly form?: string
  /** A problem with an answer that the check of the whole order can't find. */
  readonly fault?: (text: string) => string | undefined
}

const isProduction = ({ environment }: SetUpAnswers): boolean => environment === 'production'

const serves =
  (channel: Channel) =>
  (answers: SetUpAnswers): boolean =>
    knownChannelsOf(answers).includes(channel)

const inTest =
  (value: string) =>
  (answers: SetUpAnswers): string | undefined =>
    isProduction(answers) ? undefined : value

const ADDRESS = 'Enter one email address, for example olu@example.com.'

const PEOPLE: readonly SetUpQuestion[] = [
  {
    key: 'adminEmail',
    flag: '--admin-email',
    text: () => 'Your email address (first super admin)',
    field: () => '/firstAdmin/email',
    form: ADDRESS,
  },
  {
    key: 'adminName',
    flag: '--admin-name',
    text: () => 'Your name',
    field: () => '/firstAdmin/displayName',
  },
  {
    key: 'adminPassword',
    flag: '--admin-password-file',
    isSecret: true,
    text: () => 'Your password (at least 12 characters)',
    field: () => '/firstAdmin/password',
  },
  {
    key: 'secondAdminEmail',
    flag: '--second-admin-email',
    text: () => 'Email address of the second super admin (decisions about prices and money need two)',
    field: () => '/secondAdmin/email',
    form: ADDRESS,
  },
  {
    key: 'secondAdminName',
    flag: '--second-admin-name',
    text: () => 'Name of the second super admin',
    field: () => '/secondAdmin/displayName',
  },
]

const ORGANIZATION: readonly SetUpQuestion[] = [
  {
    key: 'organization',
    flag: '--organization',
    text: () => 'Name of the first Organization',
    field: () => '/organization/displayName',
  },
  {
    key: 'project',
    flag: '--project',
    text: () => 'Name of its first Project',
    otherwise: () => 'Main',
    field: () => '/organization/projectName',
  },
  {
    key: 'app',
    flag: '--app',
    text: () => 'Name of the app',
    otherwise: () => 'Server',
    field: () => '/appName',
  },
  {
    key: 'environment',
    flag: '--environment',
    text: () => 'Environment: test (sandbox, no message leaves it) or production (your mail server)',
    otherwise: ({ provider }) => (provider === 'smtp' ? 'production' : 'test'),
    field: () => '/organization/environment',
  },
]

const PROVIDER: readonly SetUpQuestion[] = [
  {
    key: 'provider',
    flag: '--provider',
    isSilent: true,
    text: () => 'Provider',
    otherwise: (answers) => (isProduction(answers) ? 'smtp' : 'sandbox'),
    field: () => '/providers/0/kind',
  },
  {
    key: 'channels',
    flag: '--channels',
    text: () => 'Channels, separated by commas',
    otherwise: ({ provider }) => carriedBy(provider).join(','),
    field: () => '/providers/0/channels',
  },
  {
    key: 'smtpUrl',
    flag: '--smtp-url',
    matters: ({ provider }) => provider === 'smtp',
    text: () => 'Mail server, for example smtp://user@host:587 (the password is the next question)',
    field: () => '/providers/0/settings',
    fault: (text) => {
      const read = smtpAccount(text, 'to be asked for')
      return E.isLeft(read) ? `The address ${read.left}.` : undefined
    },
  },
  {
    key: 'smtpPassword',
    flag: '--smtp-url-file',
    isSecret: true,
    matters: ({ provider, smtpUrl = '' }) => provider === 'smtp' && lacksPassword(smtpUrl),
    text: () => 'Password for the mail server',
    field: () => '/providers/0/secrets',
  },
]

const senderOf = (channel: Channel): SetUpQuestion => {
  const { option, question, form, inTest: value } = CHANNELS[channel].firstSteps.sender
  return {
    key: `sender:${channel}`,
    flag: `--${option}`,
    matters: serves(channel),
    text: () => question,
    otherwise: (answers) => (isProduction(answers) ? undefined : (value ?? answers.adminEmail)),
    field: () => `/senders/${channel}`,
    form,
  }
}

const priceOf = (channel: Channel): SetUpQuestion => ({
  key: `price:${channel}`,
  flag: `--price ${channel}=<minor>`,
  matters: serves(channel),
  text: ({ currency = '' }) => `Price of ${CHANNELS[channel].unit.name}, in minor units of ${currency}`,
  otherwise: inTest(CHANNELS[channel].firstSteps.priceInTest),
  field: (answers) => `/prices/${pricedChannels(answers).indexOf(channel)}`,
})

const MONEY: readonly SetUpQuestion[] = [
  {
    key: 'currency',
    flag: '--currency',
    text: () => 'Currency of the account',
    otherwise: (_answers, { currencies }) => currencies[0],
    field: () => '/organization/currency',
    form: 'Enter an ISO 4217 code, for example INR.',
  },
  ...CHANNEL_NAMES.map(priceOf),
  {
    key: 'openingCredit',
    flag: '--credit',
    text: ({ currency = '' }) => `Initial credit, in minor units of ${currency}`,
    otherwise: inTest('100000'),
    field: () => '/creditMinor',
  },
]

/** All questions, in the order in which they are asked. */
export const SET_UP_QUESTIONS: readonly SetUpQuestion[] = [
  ...PEOPLE,
  ...ORGANIZATION,
  ...PROVIDER,
  ...PROMPTED_CHANNELS.map(senderOf),
  ...MONEY,
]

/** Whether a question still needs an answer after these answers. */
export const isOpenQuestion = ({ key, matters }: SetUpQuestion, answers: SetUpAnswers): boolean =>
  answers[key] === undefined && (matters?.(answers) ?? true)

/** Fills in all defaults, in the order of the questions, because some depend on earlier answers. */
export const withDefaults = (answers: SetUpAnswers, settings: Pick<Settings, 'currencies'>): SetUpAnswers =>
  SET_UP_QUESTIONS.reduce((settled, question) => {
    const value = isOpenQuestion(question, settled) ? question.otherwise?.(settled, settings) : undefined
    return value === undefined ? settled : { ...settled, [question.key]: value }
  }, answers)
