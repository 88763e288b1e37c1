import { parseEmailAddress } from '@postrider/core/kernel/addresses/email-address'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import { isReadableName } from '@postrider/core/kernel/texts/readable-name'
import { E } from '@postrider/core/fp'
import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'

const LONGEST_NAME = 40

// Quotes and backslashes would need escapes in the From header of emails.
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}"\\]/u

const productName = (text: string): E.Either<string, string> => {
  const name = text.trim()
  return [...name].length <= LONGEST_NAME && isReadableName(name) && !UNFIT.test(name)
    ? E.right(name)
    : E.left(
        `must be a name of 1 to ${LONGEST_NAME} characters without quotes, backslashes or control characters`,
      )
}

const pageUrl = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isPage ? url.href : undefined
}

const supportAddress = (text: string): E.Either<string, string> => {
  const address = parseEmailAddress(text) ?? pageUrl(text)
  return address === undefined
    ? E.left('must be an email address or an https:// URL, for example support@example.com')
    : E.right(address)
}

const PRODUCT_NAME = settingWithDefault({
  name: 'POSTRIDER_PRODUCT_NAME',
  parse: productName,
  defaultText: DEFAULT_PRODUCT.name,
  about: `
    The name of the product that customers see in emails, on the website and the console, in the API description and in MCP,
    and the address where they get help (an email address or an https:// URL). Without an address, texts only say "support".`,
  row: { meaning: 'the product name that customers see, at most 40 characters' },
})

const SUPPORT_ADDRESS = optionalSetting({
  name: 'POSTRIDER_SUPPORT_ADDRESS',
  parse: supportAddress,
  examples: ['support@example.com'],
  row: { meaning: 'where customers get help: an email address or an `https://` URL' },
})

/** The declarations, in the order of the documents. */
export const PRODUCT_SETTINGS: readonly SettingGroup[] = [[PRODUCT_NAME, SUPPORT_ADDRESS]]

/** Reads the name and the support address that customers see. */
export const readProduct = ({ read }: SettingReader): Product => ({
  name: read(PRODUCT_NAME),
  supportAddress: read(SUPPORT_ADDRESS),
})
