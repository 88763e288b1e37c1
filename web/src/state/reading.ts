import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ReadingName, ResultOf } from '@postrider/core/domain/operations/registry'
import { useEffect, useRef, useState } from 'preact/hooks'
import { faultBody } from '../live/frames.js'
import type { AskedRequest } from '../live/live-client.js'
import { CallRefused } from '../live/open-calls.js'
import { client } from './connection.js'

/** What is known of a reading at the moment; an error leaves the last data where it was. */
export interface ReadingStatus<T> {
  readonly data: T | undefined
  /** When the data was read; undefined before there is any. */
  readonly asOfMs: number | undefined
  readonly error: ErrorBody | undefined
  retry(): void
}

/** Where nothing tells of changes, it is looked so often whether there are any. */
const LOOK_EVERY_MS = 10_000
/** Changes that come together are read together. */
const SETTLE_MS = 400

/** What went wrong, in the form of the server's errors. */
export const errorOf = (error: unknown): ErrorBody =>
  error instanceof CallRefused ? error.body : faultBody('internal_error', String(error))

interface ReadingObserver<T> {
  data(data: T): void
  error(error: ErrorBody): void
}

/** Reads now and whenever it may have changed, until the returned function is called. */
const follow = <K extends ReadingName>(
  name: K,
  request: AskedRequest<K>,
  observer: ReadingObserver<ResultOf<K>>,
): (() => void) => {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = (): void => {
    client.read(name, request).then(
      (data) => {
        if (!isOver) observer.data(data)
      },
      (error: unknown) => {
        if (!isOver) observer.error(errorOf(error))
      },
    )
  }
  const later = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(read, delayMs)
  }
  const look = (): void => {
    if (isOver) return
    if (!document.hidden) read()
    timer = setTimeout(look, LOOK_EVERY_MS)
  }
  const unwatch = client.watch(name, request, {
    snapshot: (data) => observer.data(data as ResultOf<K>),
    changed: () => later(SETTLE_MS),
    // What cannot be watched is looked at; what may not be read says so by itself.
    over: () => look(),
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    unwatch()
  }
}

interface Known<T> {
  readonly data: T | undefined
  readonly asOfMs: number | undefined
  readonly error: ErrorBody | undefined
}

const NOTHING = { data: undefined, asOfMs: undefined, error: undefined }

/** A reading that is kept true while it is shown; undefined in place of a request asks for nothing. */
export const useReading = <K extends ReadingName>(
  name: K,
  request: AskedRequest<K> | undefined,
): ReadingStatus<ResultOf<K>> => {
  const [attempt, setAttempt] = useState(0)
  const key = request === undefined ? undefined : `${name} ${JSON.stringify(request)}`
  const shown = useRef<string | undefined>(undefined)
  const [known, setKnown] = useState<Known<ResultOf<K>>>(NOTHING)
  useEffect(() => {
    if (shown.current !== key) setKnown(NOTHING)
    shown.current = key
    if (request === undefined) return undefined
    return follow(name, request, {
      data: (data) => setKnown({ data, asOfMs: Date.now(), error: undefined }),
      error: (error) => setKnown((before) => ({ ...before, error })),
    })
    // The key says all of the request.
  }, [key, attempt])
  const current = shown.current === key ? known : NOTHING
  return { ...current, retry: () => setAttempt((count) => count + 1) }
}
