import { isEmbedded, databaseFile, type Settings } from '@postrider/wiring/settings'
import { shownAddress } from '@postrider/wiring/shown-address'
import { amountText } from '@postrider/web-server/hosting/amount-text'
import { tableLines } from '@postrider/command/terminal/table'
import { type SetUpAnswers, channelsOf, knownChannelsOf } from './answers.js'

/** The database, without user and password. */
export const databaseAddress = (settings: Settings): string =>
  isEmbedded(settings) ? databaseFile(settings) : shownAddress(settings.storageUrl)

const serverOf = (address: string): string => {
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

/** The plan of a set-up, one line per item, to confirm. It has no secrets. */
export const summaryLines = (answers: SetUpAnswers, settings: Settings): readonly string[] => {
  const { organization, project, app, environment, currency = '', smtpUrl, openingCredit } = answers
  const money = (amount: string | undefined): string => amountText(Number(amount), currency)
  const provider = smtpUrl === undefined ? 'the sandbox' : `the mail server ${serverOf(smtpUrl)}`
  const link = settings.mail === undefined ? 'with a link that is shown here' : 'with a link that is emailed'
  return tableLines([
    ['Database', databaseAddress(settings)],
    ['Super admin', `${answers.adminName} <${answers.adminEmail}>`],
    ['Super admin', `${answers.secondAdminName} <${answers.secondAdminEmail}>, ${link}`],
    ['Organization', `${organization}, Project ${project}, app ${app}, in the ${environment} environment`],
    ['Sends', `${channelsOf(answers).join(', ')} through ${provider}`],
    ...knownChannelsOf(answers).map((channel) => [
      channel,
      `from ${answers[`sender:${channel}`]}, at ${money(answers[`price:${channel}`])}`,
    ]),
    ['Credit', money(openingCredit)],
  ])
}
