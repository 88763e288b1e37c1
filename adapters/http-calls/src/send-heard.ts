import type { Agent } from 'node:http'
import { CUT, cutJson, cutValue } from '@postrider/core/providers/domain/calls/wire-line'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderAnswer, ProviderRequest } from './provider-request.js'
import { sendRequest, type RequestResult } from './send-request.js'

/** The headers whose values aren't secret; of the others only the names are shown. */
const OPEN_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'traceparent'])

const FORM = 'application/x-www-form-urlencoded'
/** Longer than any response that is useful to people. */
const LONGEST = 2_000

const cutPairs = (text: string, hidden: readonly string[]): string =>
  [...new URLSearchParams(text)]
    .map(([name, value]) => `${cutValue(name, hidden)}=${cutValue(value, hidden)}`)
    .join('&')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const cutBody = (text: string, hidden: readonly string[]): string => {
  const value = parsed(text)
  const shown = value === undefined ? cutValue(text, hidden) : JSON.stringify(cutJson(value, hidden))
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const cutUrl = ({ origin, pathname, search }: URL, hidden: readonly string[]): string => {
  const path = pathname.split('/').map((part) => cutValue(decoded(part), hidden))
  return `${origin}${path.join('/')}${search === '' ? '' : `?${cutPairs(search, hidden)}`}`
}

const requestLines = (
  { method, url, headers, body }: ProviderRequest,
  hidden: readonly string[],
): readonly string[] => [
  `${method} ${cutUrl(url, hidden)}`,
  ...Object.entries(headers).map(
    ([name, value]) => `${name}: ${OPEN_HEADERS.has(name.toLowerCase()) ? cutValue(value, hidden) : CUT}`,
  ),
  ...(body === undefined
    ? []
    : [headers['content-type'] === FORM ? cutPairs(body, hidden) : cutBody(body, hidden)]),
]

/**
 * A response that isn't the provider's may come from any server that an account was pointed at: only its size
 * is shown.
 */
const shownBody = (body: Uint8Array, isOfKind: boolean, hidden: readonly string[]): string =>
  isOfKind
    ? cutBody(Buffer.from(body).toString('utf8'), hidden)
    : `(${body.length} bytes, not a response of the provider)`

const answerLines = (answer: ProviderAnswer, { hidden, isOfKind }: Heard): readonly string[] => {
  const { status, body, retryAfter } = answer
  return [
    String(status),
    ...(retryAfter === undefined ? [] : [`retry-after: ${cutValue(retryAfter, hidden())}`]),
    ...(body === undefined || body.length === 0 ? [] : [shownBody(body, isOfKind(answer), hidden())]),
  ]
}

/** Decides how much of a call a transcript shows. */
interface Heard {
  /** Values that no line may contain. */
  hidden(): readonly string[]
  /**
   * Whether a response has the form of this kind of provider; of any other, the status and the size are
   * shown.
   */
  isOfKind(answer: ProviderAnswer): boolean
}

/**
 * Does the same as `sendRequest`. `onWire`, if given, gets the request and the response line by line, as far
 * as `heard` shows them.
 */
export const sendHeard = async (
  agent: Agent,
  request: ProviderRequest,
  timeoutMs: number,
  onWire: ProviderSubmission['onWire'],
  heard: Heard,
): Promise<RequestResult> => {
  if (onWire === undefined) return sendRequest(agent, request, timeoutMs)
  for (const text of requestLines(request, heard.hidden())) onWire({ direction: 'out', text })
  const result = await sendRequest(agent, request, timeoutMs)
  if (result._tag === 'Answered')
    for (const text of answerLines(result.answer, heard)) onWire({ direction: 'in', text })
  return result
}
