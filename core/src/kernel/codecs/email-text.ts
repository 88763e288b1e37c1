import { text } from './text.js'

// A dot-atom and labels, like the addresses of recipients (RFC 5322 3.2.3); the use case checks the rules
// that a pattern can't express.
const addressPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** One email address without a display name (docs/api/conventions#email-addresses). */
export const emailAddress = text({
  maxLength: 320,
  oneLine: true,
  pattern: addressPattern,
  format: 'email',
  description: 'Email address without a display name.',
  example: 'asha@example.com',
})
