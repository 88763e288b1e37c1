import { integer } from '../../kernel/codecs/integer.js'
import { text } from '../../kernel/codecs/text.js'

const MOST_PORT = 65_535
const LONGEST_PEM = 65_536

/** The name or address of a host. */
export const hostSetting = (description: string, example: string) =>
  text({ pattern: /^[A-Za-z0-9.:_-]{1,253}$/, description, example })

/** A TCP port number. */
export const portSetting = (example: number) =>
  integer({ min: 1, max: MOST_PORT, description: 'TCP port of the server.', example })

/** Certificate authorities to trust instead of the system's. */
export const caPemSetting = text({
  minLength: 1,
  maxLength: LONGEST_PEM,
  description: 'Certificate authorities in PEM that are trusted instead of the public ones.',
})

/** Visible ASCII characters and spaces. */
export const asciiSetting = (maxLength: number, description: string) =>
  text({ minLength: 1, maxLength, pattern: /^[\x20-\x7e]*$/, description })
