const partsOf = (raw: string): readonly string[] => {
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(raw)?.[1]
  return boundary === undefined ? [raw] : raw.split(`--${boundary}`)
}

const unquoted = (text: string): string => {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The decoded text of one of the service's own emails; empty if it has none (RFC 2045 6.7, 6.8). */
export const mailTextOf = (raw: string): string => {
  const part = partsOf(raw).find((one) => /^content-type: *text\/plain/im.test(one)) ?? ''
  const [head = '', ...body] = part.replace(/^\r?\n/, '').split(/\r?\n\r?\n/)
  const text = body.join('\n\n')
  if (/^content-transfer-encoding: *base64/im.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  return (/^content-transfer-encoding: *quoted-printable/im.test(head) ? unquoted(text) : text).trim()
}
