import { text } from '@postrider/core/kernel/codecs/text'

const LONGEST_ADDRESS = 2_048

/** A secret with characters that are allowed in a header or a field. */
export const secretSetting = (description: string) =>
  text({ minLength: 1, pattern: /^[\x20-\x7e]+$/, description })

/** The address of a provider. */
export const addressSetting = (description: string, example: string) =>
  text({ minLength: 1, maxLength: LONGEST_ADDRESS, oneLine: true, description, example })
