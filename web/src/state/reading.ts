import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ReadingName, ResultOf } from '@postrider/core/domain/operations/registry'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { AskedRequest } from '../live/live-client.js'
import { errorOf } from '../live/open-calls.js'
import { client } from './connection.js'

/** What is known of a reading at the moment; an error leaves the last data where it was. */
export interface ReadingStatus<T> {
  readonly data: T | undefined
  /** When the data was read; undefined before there is any. */
  readonly asOfMs: number | undefined
  readonly error: ErrorBody | undefined
  /** Whether it would be told of changes: as long as the connection lives, the data is as of now. */
  readonly isWatched: boolean
  retry(): void
}

/** Where nothing tells of changes, it is looked so often whether there are any. */
const LOOK_EVERY_MS = 10_000
/** Changes that come together are read together. */
const SETTLE_MS = 400

interface ReadingObserver<T> {
  data(data: T, isWatched: boolean): void
  error(error: ErrorBody): void
}

/** Reads now and, where it is kept true, whenever it may have changed, until the returned function is called. */
const follow = <K extends ReadingName>(
  name: K,
  request: AskedRequest<K>,
  isKept: boolean,
  observer: ReadingObserver<ResultOf<K>>,
): (() => void) => {
  let isOver = false
  let isWatched = isKept
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = (): void => {
    const reading = isKept ? client.readAgain(name, request) : client.read(name, request)
    reading.then(
      (data) => {
        if (!isOver) observer.data(data, isWatched)
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
  if (!isKept) {
    read()
    return () => {
      isOver = true
    }
  }
  const unwatch = client.watch(name, request, {
    snapshot: (data) => observer.data(data as ResultOf<K>, isWatched),
    changed: () => later(SETTLE_MS),
    // What cannot be watched is looked at; what may not be read says so by itself.
    over: () => {
      isWatched = false
      look()
    },
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
  readonly isWatched: boolean
}

const NOTHING = { data: undefined, asOfMs: undefined, error: undefined, isWatched: false }

/**
 * A reading that is kept true while it is shown; undefined in place of a request asks for nothing. One that is not kept true is
 * read once, as of then: what is dear, or is to be compared with what somebody writes meanwhile.
 */
export const useReading = <K extends ReadingName>(
  name: K,
  request: AskedRequest<K> | undefined,
  { isKept = true }: { readonly isKept?: boolean } = {},
): ReadingStatus<ResultOf<K>> => {
  const [attempt, setAttempt] = useState(0)
  const key = request === undefined ? undefined : `${name} ${JSON.stringify(request)}`
  const shown = useRef<string | undefined>(undefined)
  const [known, setKnown] = useState<Known<ResultOf<K>>>(NOTHING)
  useEffect(() => {
    if (shown.current !== key) setKnown(NOTHING)
    shown.current = key
    if (request === undefined) return undefined
    return follow(name, request, isKept, {
      data: (data, isWatched) => setKnown({ data, asOfMs: Date.now(), error: undefined, isWatched }),
      error: (error) => setKnown((before) => ({ ...before, error })),
    })
    // The key says all of the request.
  }, [key, attempt])
  const current = shown.current === key ? known : NOTHING
  return { ...current, retry: () => setAttempt((count) => count + 1) }
}
