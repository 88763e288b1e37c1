import type { ErrorBody } from '@postrider/contracts/errors/error-body'

/** The position of a subscription: a number of the change feed, in its epoch. */
export interface FeedPosition {
  readonly epoch: string
  readonly seq: number
}

/** An event of a subscription. */
export interface WatchedEvent extends FeedPosition {
  readonly subscription: string
  /** `snapshot` and `reading` are complete. Every other event follows the one that `after` names. */
  readonly kind: string
  readonly after: number | undefined
  /** The operation's result, if the event is complete. */
  readonly data: unknown
  /** The messages that changed; undefined if the event doesn't list them. */
  readonly messageIds: readonly string[] | undefined
}

/** A parsed frame of the server. */
export type ReceivedFrame =
  | { readonly _tag: 'Answer'; readonly id: string; readonly result: unknown }
  | { readonly _tag: 'Refusal'; readonly id: string; readonly error: ErrorBody }
  | { readonly _tag: 'Event'; readonly event: WatchedEvent }
  | { readonly _tag: 'Over'; readonly subscription: string; readonly error: ErrorBody | undefined }
  | { readonly _tag: 'Tick'; readonly position: FeedPosition }

type Loose = Readonly<Record<string, unknown>>

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null

const isErrorBody = (value: unknown): value is ErrorBody =>
  isLoose(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string'

/** The error for a response without a valid error body, and for calls without a response. */
export const faultBody = (code: ErrorBody['code'], message: string): ErrorBody => ({
  code,
  message,
  requestId: '',
  retryable: false,
  fieldErrors: [],
})

const positionIn = ({ epoch, seq }: Loose): FeedPosition | undefined =>
  typeof epoch === 'string' && typeof seq === 'number' ? { epoch, seq } : undefined

const errorIn = (value: unknown): ErrorBody => {
  const data = isLoose(value) ? value['data'] : undefined
  if (isErrorBody(data)) return data
  const message = isLoose(value) && typeof value['message'] === 'string' ? value['message'] : ''
  return faultBody('invalid_request', message)
}

/** The most messages that a compacted event names. */
const MOST_NEWEST = 50

/** The messages that an event names, if it names all that changed. */
const namedIn = ({ changes, messages, newest }: Loose): readonly string[] | undefined => {
  if (Array.isArray(changes)) {
    const named: unknown[] = changes.map((change: unknown) => (isLoose(change) ? change['messageIds'] : null))
    return named.every((ids) => Array.isArray(ids)) ? (named.flat() as string[]) : undefined
  }
  const areAll = Array.isArray(newest) && newest.length < MOST_NEWEST && Number(messages) <= newest.length
  return areAll ? (newest as string[]) : undefined
}

const eventIn = (params: Loose): ReceivedFrame | undefined => {
  const position = positionIn(params)
  const { subscription, kind, after, data } = params
  if (position === undefined || typeof subscription !== 'string' || typeof kind !== 'string') return undefined
  return {
    _tag: 'Event',
    event: {
      ...position,
      subscription,
      kind,
      after: typeof after === 'number' ? after : undefined,
      data,
      messageIds: namedIn(params),
    },
  }
}

const noticeIn = (method: string, params: Loose): ReceivedFrame | undefined => {
  if (method === 'live.event') return eventIn(params)
  if (method === 'live.tick') {
    const position = positionIn(params)
    return position === undefined ? undefined : { _tag: 'Tick', position }
  }
  const { subscription, error } = params
  if (method !== 'live.over' || typeof subscription !== 'string') return undefined
  return { _tag: 'Over', subscription, error: isErrorBody(error) ? error : undefined }
}

/** Parses a text frame; undefined if it is unknown, so that the client ignores it. */
export const readFrame = (text: string): ReceivedFrame | undefined => {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isLoose(frame)) return undefined
  const { id, method, params, error } = frame
  if (typeof method === 'string') return isLoose(params) ? noticeIn(method, params) : undefined
  if (typeof id !== 'string') return undefined
  return error === undefined
    ? { _tag: 'Answer', id, result: frame['result'] }
    : { _tag: 'Refusal', id, error: errorIn(error) }
}

/** A call as a text frame. */
export const writeFrame = (id: string, method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
