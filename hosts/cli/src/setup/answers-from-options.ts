import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { E } from '@postrider/core/fp'
import { holdsPassword } from '@postrider/wiring/installation/smtp-account'
import type { Input } from '@postrider/command/terminal/questions'
import type { AnswerKey, SetUpAnswers } from './answers.js'
import { sendersIn } from './sender-options.js'
import { isOpenQuestion, SET_UP_QUESTIONS } from './set-up-questions.js'

/** Options of the command line; missing ones are asked for. */
export interface SetUpOptions {
  /** The sender of each channel, by the channels' options. */
  readonly [sender: string]: unknown
  readonly adminEmail?: string
  readonly adminName?: string
  readonly adminPasswordFile?: string
  readonly secondAdminEmail?: string
  readonly secondAdminName?: string
  readonly organization?: string
  readonly project?: string
  readonly app?: string
  readonly environment?: string
  readonly currency?: string
  readonly channels?: string
  readonly provider?: string
  readonly smtpUrl?: string
  readonly smtpUrlFile?: string
  readonly price?: readonly string[]
  readonly credit?: string
  readonly save?: string
  readonly yes?: boolean
}

const STANDARD_INPUT = '-'

/** The content of a file, or of standard input, without the final line break. */
const secretIn = async (flag: string, path: string, input: Input): Promise<E.Either<string, string>> => {
  if (path === STANDARD_INPUT && input.isTTY === true)
    return E.left(`${flag}: "-" reads piped input; omit the option to be asked`)
  try {
    const text = path === STANDARD_INPUT ? await textOf(input) : await readFile(path, 'utf8')
    const secret = text.replace(/\r?\n$/, '')
    return secret === '' ? E.left(`${flag}: the file is empty`) : E.right(secret)
  } catch (cause) {
    return E.left(
      `${flag}: the file cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    )
  }
}

const pricesOf = (given: readonly string[]): E.Either<string, SetUpAnswers> => {
  let prices: SetUpAnswers = {}
  for (const one of given) {
    const [, name, amount] = /^([^=]*)=(.*)$/.exec(one) ?? []
    const channel = CHANNEL_NAMES.find((known) => known === name)
    if (channel === undefined || amount === undefined)
      return E.left(
        `--price: must be <channel>=<minor units>, where the channel is one of ${CHANNEL_NAMES.join(', ')}`,
      )
    if (prices[`price:${channel}`] !== undefined) return E.left(`--price: set only one price for ${channel}`)
    prices = { ...prices, [`price:${channel}`]: amount }
  }
  return E.right(prices)
}

const clashOf = ({ adminPasswordFile, smtpUrl, smtpUrlFile }: SetUpOptions): string | undefined => {
  if (smtpUrl !== undefined && smtpUrlFile !== undefined)
    return '--smtp-url-file: set either this or --smtp-url'
  if (smtpUrl !== undefined && holdsPassword(smtpUrl))
    return '--smtp-url: must not contain a password, because others could read it. Put the whole URL in a file and use --smtp-url-file'
  return adminPasswordFile === STANDARD_INPUT && smtpUrlFile === STANDARD_INPUT
    ? '--smtp-url-file: only one secret can be read from standard input'
    : undefined
}

const secretsOf = async (
  { adminPasswordFile, smtpUrlFile }: SetUpOptions,
  input: Input,
): Promise<E.Either<string, SetUpAnswers>> => {
  const files: ReadonlyArray<readonly [AnswerKey, string, string | undefined]> = [
    ['adminPassword', '--admin-password-file', adminPasswordFile],
    ['smtpUrl', '--smtp-url-file', smtpUrlFile],
  ]
  let secrets: SetUpAnswers = {}
  for (const [key, flag, path] of files) {
    if (path === undefined) continue
    const secret = await secretIn(flag, path, input)
    if (E.isLeft(secret)) return secret
    secrets = { ...secrets, [key]: secret.right }
  }
  return E.right(secrets)
}

const given = (options: SetUpOptions): SetUpAnswers => {
  const { adminEmail, adminName, secondAdminEmail, secondAdminName, organization, project, app } = options
  const { environment, currency, channels, provider, smtpUrl } = options
  const people = { adminEmail, adminName, secondAdminEmail, secondAdminName, organization, project, app }
  const sending = { environment, currency, channels, provider, smtpUrl, ...sendersIn(options) }
  return Object.fromEntries(
    Object.entries({ ...people, ...sending, openingCredit: options.credit }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

/**
 * The answers from the command line, with secrets read from the named sources; left: why one can't be read.
 */
export const answersFromOptions = async (
  options: SetUpOptions,
  input: Input,
): Promise<E.Either<string, SetUpAnswers>> => {
  const clash = clashOf(options)
  if (clash !== undefined) return E.left(clash)
  const prices = pricesOf(options.price ?? [])
  if (E.isLeft(prices)) return prices
  const secrets = await secretsOf(options, input)
  return E.map((read: SetUpAnswers): SetUpAnswers => ({ ...given(options), ...prices.right, ...read }))(
    secrets,
  )
}

/** Options without an effect, given all answers: one per line. */
export const idleLines = (answers: SetUpAnswers): readonly string[] =>
  SET_UP_QUESTIONS.filter(
    (question) => answers[question.key] !== undefined && question.matters?.(answers) === false,
  ).map(({ flag }) => `${flag}: does not apply to the selected provider and channels`)

/** The missing options, if there is no terminal to ask on. */
export const missingFlags = (answers: SetUpAnswers, { yes }: SetUpOptions): readonly string[] => [
  ...SET_UP_QUESTIONS.filter((question) => isOpenQuestion(question, answers)).map(({ flag }) => flag),
  ...(yes === true ? [] : ['--yes']),
]
