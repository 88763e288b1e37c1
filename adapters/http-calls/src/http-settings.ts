import { flag } from '@postrider/core/domain/codecs/flag'
import { text } from '@postrider/core/domain/codecs/text'

const LONGEST_ADDRESS = 2_048

/** A secret as a header or a field can carry it. */
export const secretSetting = (description: string) =>
  text({ minLength: 1, pattern: /^[\x20-\x7e]+$/, description })

/** The address of a provider. */
export const addressSetting = (description: string, example: string) =>
  text({ minLength: 1, maxLength: LONGEST_ADDRESS, oneLine: true, description, example })

/** What lets an address be other than https and public. */
export const ADDRESS_FLAGS = {
  allowPlain: flag({ description: 'Lets the address be http: what is sent can be read on its way.' }),
  allowPrivate: flag({ description: 'Lets the address lead into private networks.' }),
}
