import type { Environment } from '../tenancy/records.js'
import type { CompiledTemplate } from './compiled-template.js'

/** India: its operators deliver no text that is not registered with DLT. */
const INDIA = '+91'

/**
 * Whether the template's text may go to the recipient from the environment (docs/contract#vendor-registration): an
 * SMS to +91 needs a DLT registration, and WhatsApp its vendor's; the sandbox, which alone sends in the test
 * environment, asks no vendor, but its SMS to +91 has to be written for there all the same.
 */
export const mayGoTo = (
  { version: { content } }: Pick<CompiledTemplate, 'version'>,
  to: string,
  environment: Environment,
): boolean => {
  if (content.channel === 'email') return true
  if (content.registration !== undefined) return true
  if (content.channel === 'whatsapp') return environment === 'test'
  return !to.startsWith(INDIA) || (environment === 'test' && content.dlt === true)
}
