import { createHmac } from 'node:crypto'
import { isSameText } from '@postrider/http-calls/same-text'

/** The address with its port and without: Twilio signs one or the other. */
const spellings = (url: string): readonly string[] => {
  const read = new URL(url)
  const standard = read.protocol === 'https:' ? '443' : '80'
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]+)(.*)$/.exec(url) ?? []
  const bare = host.replace(/:\d+$/, '')
  return [`${scheme}${bare}${rest}`, `${scheme}${bare}:${read.port === '' ? standard : read.port}${rest}`]
}

/** Whether Twilio signed this address with these fields by one of the tokens. */
export const isSignedByTwilio = (
  signature: string,
  {
    url,
    fields,
    tokens,
  }: { readonly url: string; readonly fields: URLSearchParams; readonly tokens: readonly string[] },
): boolean => {
  const names = [...new Set(fields.keys())].sort()
  const pairs = names.map((name) => `${name}${[...new Set(fields.getAll(name))].sort().join('')}`).join('')
  return tokens.some((token) =>
    spellings(url).some((spelling) =>
      isSameText(signature, createHmac('sha1', token).update(`${spelling}${pairs}`).digest('base64')),
    ),
  )
}
