import { createHmac } from 'node:crypto'
import { CALL_AGAIN } from '../gateways/twilio.js'
import { isSameText } from '@postrider/http-calls/same-text'

/**
 * Fragments of the configured address, which aren't sent: Twilio doesn't document whether they are signed.
 */
const FRAGMENTS = ['', CALL_AGAIN]

/** The address with and without its port, with and without the fragment: Twilio signs one of them. */
const spellings = (url: string): readonly string[] => {
  const read = new URL(url)
  const standard = read.protocol === 'https:' ? '443' : '80'
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]+)(.*)$/.exec(url) ?? []
  const bare = host.replace(/:\d+$/, '')
  const withPort = `${bare}:${read.port === '' ? standard : read.port}`
  return FRAGMENTS.flatMap((fragment) => [bare, withPort].map((at) => `${scheme}${at}${rest}${fragment}`))
}

/** Whether Twilio signed this address with these fields, with one of the tokens. */
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
