/** The digits of base62, in order of value. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

const FORM = /^pr_(test|production)_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}$/

const POLYNOMIAL = 0xedb88320

const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${DIGITS.charAt(rest % DIGITS.length)}${digits}`
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}

const OTHER_KINDS: Readonly<Record<string, string>> = {
  prag_: 'an Agent key, which sends nothing',
  prat_: 'the access token of a person',
  prrt_: 'the refresh token of a person',
}

/** The problem of a server credential, without quoting it; undefined if it is well-formed. */
export const credentialFault = (credential: string): string | undefined => {
  const other = OTHER_KINDS[credential.slice(0, 5)]
  if (other !== undefined) return `This is ${other}: give a server credential (pr_…).`
  if (!FORM.test(credential)) return 'This is no server credential, or a part of one.'
  const body = credential.slice(0, -CHECKSUM_LENGTH)
  return checksum(body) === credential.slice(-CHECKSUM_LENGTH)
    ? undefined
    : 'The server credential is mistyped: its checksum does not fit.'
}
