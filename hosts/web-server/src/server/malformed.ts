import type { IncomingMessage } from 'node:http'
import type { FieldError } from '@postrider/contracts/errors/error-body'

/** More headers than any legitimate client sends; Node would silently drop the rest. */
const MAX_HEADERS = 64

const HOST = 'host'

const inHeader = (field: string, code: FieldError['code'], message: string): readonly FieldError[] => [
  { location: 'header', field, code, message },
]

const TOO_MANY = inHeader('', 'too_many', `A request can have at most ${MAX_HEADERS} headers.`)
const NO_HOST = inHeader('Host', 'required', 'This field is required.')
const TWO_HOSTS = inHeader('Host', 'too_many', 'This header must be sent once.')

const countHosts = (rawHeaders: readonly string[]): number => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts
}

/** The fault in a request head that Node's parser accepts; undefined if it is well formed. */
export const malformedHead = ({
  rawHeaders,
  httpVersion,
}: IncomingMessage): readonly FieldError[] | undefined => {
  if (rawHeaders.length > 2 * MAX_HEADERS) return TOO_MANY
  const hosts = countHosts(rawHeaders)
  if (hosts > 1) return TWO_HOSTS
  return hosts === 1 || httpVersion === '1.0' ? undefined : NO_HOST
}

/** The names of the faults that Node's parser or its timeouts found in a connection. */
export const faultOf = (code: string | undefined, location: 'header' | 'body'): readonly FieldError[] => {
  const [fault, message]: [FieldError['code'], string] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['too_long', 'The headers are too long.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['too_short', 'The request did not arrive in time.']
        : ['format', 'The request must be well-formed HTTP/1.1.']
  return [{ location, field: '', code: fault, message }]
}
