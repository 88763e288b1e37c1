import { makeCall, type CallOptions } from '../calls/call.js'
import { firstField } from '../calls/ending.js'
import { keyOf } from '../calls/keys.js'
import type { BatchAnswer, ItemError, MessageRequest } from '../contract/shapes.js'
import { PostriderError } from '../errors/postrider-error.js'
import { ConfigurationError } from '../errors/unanswered-errors.js'
import type { Settings } from '../settings.js'
import type { SendOptions } from './send-options.js'

/** The result of one message of a batch. */
export type BatchOutcome =
  | {
      readonly index: number
      /** Accepted by this call, or by an earlier one under the same key. */
      readonly status: 'accepted' | 'replayed'
      readonly messageId: string
    }
  | {
      readonly index: number
      /** Rejected, or unknown: repeat it with `resend`. */
      readonly status: 'rejected' | 'unknown'
      readonly error: Pick<ItemError, 'code' | 'message' | 'retryable' | 'fieldErrors'>
    }

/** The results of all messages of a batch, by position. */
export interface BatchResult {
  readonly idempotencyKey: string
  readonly items: readonly BatchOutcome[]
  readonly accepted: number
  readonly replayed: number
  readonly rejected: number
  readonly unknown: number
}

/** The most messages per request. */
const SLICE = 50
const AT_A_TIME = 2
const MOST = 5_000_000

/** One request of a batch; every attempt sends the same bytes. */
interface Slice {
  readonly first: number
  readonly count: number
  readonly idempotencyKey: string
  readonly body: string
}

/** The sent slices by result. They aren't part of the result, which may be logged. */
const slicesOf = new WeakMap<BatchResult, readonly Slice[]>()

const slicesIn = (messages: readonly MessageRequest[], key: string): readonly Slice[] => {
  const slices: Slice[] = []
  for (let first = 0; first < messages.length; first += SLICE) {
    const part = messages.slice(first, first + SLICE)
    const idempotencyKey = `${key}.${slices.length}`
    slices.push({ first, count: part.length, idempotencyKey, body: JSON.stringify({ messages: part }) })
  }
  return slices
}

type Told = Extract<BatchOutcome, { error: unknown }>['error']

const outcomeOf = (index: number, item: BatchAnswer['items'][number]): BatchOutcome =>
  item.status === 'rejected'
    ? { index, status: 'rejected', error: item.error }
    : { index, status: item.status, messageId: item.messageId }

const toldBy = ({ code, message, retryable }: PostriderError): Told => ({
  code,
  message,
  retryable,
  fieldErrors: [],
})

const AT_ITEM = /^\/messages\/(\d+)/

/** The errors of a slice that was rejected as a whole, each at its message. */
const refusedOf = ({ first, count }: Slice, error: PostriderError): readonly BatchOutcome[] => {
  const placeOf = (field: string): number => Number(AT_ITEM.exec(field)?.[1] ?? -1)
  return Array.from({ length: count }, (_, at) => {
    const own = error.fieldErrors.filter(({ field }) => placeOf(field) === at)
    const fieldErrors = own.map((each) => ({ ...each, field: each.field.replace(AT_ITEM, '') }))
    const isBeside = error.fieldErrors.length > 0 && own.length === 0
    const message = isBeside
      ? 'Another message of its request is malformed.'
      : (firstField(fieldErrors) ?? error.message)
    return { index: first + at, status: 'rejected', error: { ...toldBy(error), message, fieldErrors } }
  })
}

const unknownOf = ({ first, count }: Slice, error: PostriderError): readonly BatchOutcome[] =>
  Array.from({ length: count }, (_, at) => ({ index: first + at, status: 'unknown', error: toldBy(error) }))

/** Rejected permanently, or unknown: a retryable failure doesn't show what was accepted. */
const outcomesAfter = (slice: Slice, error: PostriderError): readonly BatchOutcome[] =>
  error.retryable || error.status === undefined ? unknownOf(slice, error) : refusedOf(slice, error)

/** Errors that the following requests would get too. */
const ENDING: readonly string[] = [
  'unauthenticated',
  'action_not_granted',
  'organization_suspended',
  'aborted',
]

const endsAll = ({ code }: PostriderError): boolean => ENDING.includes(code)

const callOf = ({ body, idempotencyKey }: Slice) =>
  ({
    method: 'POST',
    path: '/v1/messages/batch',
    body,
    idempotencyKey,
    expects: 'items',
  }) as const

/** Sends slices, two at a time, until all are sent or an error makes the others pointless. */
const sendSlices = async (
  settings: Settings,
  slices: readonly Slice[],
  options: CallOptions,
): Promise<ReadonlyMap<Slice, readonly BatchOutcome[]>> => {
  const outcomes = new Map<Slice, readonly BatchOutcome[]>()
  const waiting = [...slices]
  let end: PostriderError | undefined
  const send = async (slice: Slice): Promise<readonly BatchOutcome[]> => {
    if (end !== undefined) return outcomesAfter(slice, end)
    try {
      const { items } = await makeCall<BatchAnswer>(settings, callOf(slice), options)
      return items.map((item) => outcomeOf(slice.first + item.index, item))
    } catch (error) {
      if (!(error instanceof PostriderError)) throw error
      if (endsAll(error)) end = error
      return outcomesAfter(slice, error)
    }
  }
  const work = async (): Promise<void> => {
    for (let slice = waiting.shift(); slice !== undefined; slice = waiting.shift())
      outcomes.set(slice, await send(slice))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return outcomes
}

const resultOf = (
  idempotencyKey: string,
  slices: readonly Slice[],
  items: readonly BatchOutcome[],
): BatchResult => {
  const count = (status: BatchOutcome['status']): number =>
    items.filter((item) => item.status === status).length
  const result = {
    idempotencyKey,
    items,
    accepted: count('accepted'),
    replayed: count('replayed'),
    rejected: count('rejected'),
    unknown: count('unknown'),
  }
  slicesOf.set(result, slices)
  return result
}

/** Sends any number of messages in slices, each under its own key. */
export const sendBatch = async (
  settings: Settings,
  messages: readonly MessageRequest[],
  options: SendOptions,
): Promise<BatchResult> => {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MOST)
    throw new ConfigurationError(`messages must be a list of 1 to ${MOST}.`)
  const key = keyOf(options.idempotencyKey, true)
  const slices = slicesIn(messages, key)
  const outcomes = await sendSlices(settings, slices, options)
  return resultOf(
    key,
    slices,
    slices.flatMap((slice) => outcomes.get(slice) ?? []),
  )
}

/** Repeats the slices with open messages; the other results stay. */
export const resendBatch = async (
  settings: Settings,
  result: BatchResult,
  options: CallOptions,
): Promise<BatchResult> => {
  const slices = slicesOf.get(result)
  if (slices === undefined)
    throw new ConfigurationError('No result of this process: call sendBatch again under its key.')
  const had = ({ first, count }: Slice): readonly BatchOutcome[] => result.items.slice(first, first + count)
  const open = slices.filter((slice) =>
    had(slice).some(({ status }) => status === 'unknown' || status === 'rejected'),
  )
  const outcomes = await sendSlices(settings, open, options)
  return resultOf(
    result.idempotencyKey,
    slices,
    slices.flatMap((slice) => outcomes.get(slice) ?? had(slice)),
  )
}
