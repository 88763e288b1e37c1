import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ReadingName, ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RequestInput } from '../live/live-client.js'
import { errorOf } from '../live/open-calls.js'
import { type ReadOutcome, ReadTimer } from '../live/read-timer.js'
import { client } from './connection.js'

/** The current state of a reading. An error keeps the last data. */
export interface ReadingStatus<T> {
  readonly data: T | undefined
  /** When the data was read; undefined before the first data. */
  readonly asOfMs: number | undefined
  readonly error: ErrorBody | undefined
  /** Whether the server reports changes: while the connection is live, the data is current. */
  readonly isWatched: boolean
  retry(): void
}

/** Keeps further data current together with a reading. */
export interface ReadingListener<T> {
  /** Called when a reading starts. The returned function receives its data. */
  asking(): (data: T) => void
  /** Called for a change of these messages; undefined means any. */
  named(messageIds: readonly string[] | undefined): void
  /** Reads the rest after each reading. Resolves with whether anything is left to read. */
  settle(): Promise<boolean>
}

/** The polling interval if the server doesn't report changes. */
const LOOK_EVERY_MS = 10_000
/** The minimum time between readings while changes come in: on a visible page, and on a hidden one. */
const APART_MS = { shown: 500, hidden: 5_000 }

interface ReadingObserver<T> {
  data(data: T, isWatched: boolean): void
  error(error: ErrorBody): void
  readonly listener: ReadingListener<T> | undefined
}

const TIMER_PORT = {
  later: client.port.later,
  nowMs: client.port.nowMs,
  apartMs: () => (document.hidden ? APART_MS.hidden : APART_MS.shown),
}

/** A reading that is kept current. */
interface FollowedReading {
  /** Called when a part of it must be read again. */
  changed(): void
  stop(): void
}

/** Reads once. */
const readOnce = <K extends ReadingName>(
  name: K,
  request: RequestInput<K>,
  observer: ReadingObserver<ResultOf<K>>,
): FollowedReading => {
  let isOver = false
  const took = observer.listener?.asking()
  client.read(name, request).then(
    (data) => {
      if (isOver) return
      took?.(data)
      observer.data(data, false)
    },
    (error: unknown) => {
      if (!isOver) observer.error(errorOf(error))
    },
  )
  return {
    changed: () => undefined,
    stop: () => {
      isOver = true
    },
  }
}

/** Reads now and after each possible change, until it is stopped. */
class Following<K extends ReadingName> implements FollowedReading {
  #isOver = false
  #isWatched = true
  #unwatch = (): void => undefined
  #lookTimer: ReturnType<typeof setTimeout> | undefined
  readonly #readTimer = new ReadTimer(TIMER_PORT, () => this.#read())
  readonly #replan = (): void => this.#readTimer.replan()

  constructor(
    readonly name: K,
    readonly request: RequestInput<K>,
    readonly observer: ReadingObserver<ResultOf<K>>,
  ) {
    document.addEventListener('visibilitychange', this.#replan)
    this.#watch()
  }

  changed(): void {
    this.#readTimer.changed()
  }

  stop(): void {
    this.#isOver = true
    document.removeEventListener('visibilitychange', this.#replan)
    clearTimeout(this.#lookTimer)
    this.#readTimer.stop()
    this.#unwatch()
  }

  #watch(): void {
    const { observer } = this
    this.#isWatched = true
    this.#unwatch = client.watch(this.name, this.request, {
      snapshot: (data) => {
        observer.listener?.named(undefined)
        this.#took(data as ResultOf<K>, observer.listener?.asking())
        void this.#settle()
      },
      changed: (messageIds) => {
        observer.listener?.named(messageIds)
        this.#readTimer.changed()
      },
      // A reading that can't be watched is polled. A denied reading fails by itself.
      over: (error) => {
        this.#isWatched = false
        this.#look(error?.retryable === true)
      },
    })
  }

  #took(data: ResultOf<K>, took: ((data: ResultOf<K>) => void) | undefined): void {
    took?.(data)
    this.observer.data(data, this.#isWatched)
  }

  async #read(): Promise<ReadOutcome> {
    const took = this.observer.listener?.asking()
    try {
      const data = await client.readAgain(this.name, this.request)
      if (this.#isOver) return 'done'
      this.#took(data, took)
    } catch (failure) {
      const error = errorOf(failure)
      if (!this.#isOver) this.observer.error(error)
      return error.retryable && this.#isWatched ? 'failed' : 'done'
    }
    return this.#settle()
  }

  /** Reads the additional data of the listeners. */
  async #settle(): Promise<ReadOutcome> {
    try {
      return (await this.observer.listener?.settle()) === true ? 'more' : 'done'
    } catch (failure) {
      if (!this.#isOver) this.observer.error(errorOf(failure))
      return 'failed'
    }
  }

  /** Polls now and at each interval. If `isWatchedLater`, it subscribes again later. */
  #look(isWatchedLater: boolean): void {
    if (this.#isOver) return
    if (!document.hidden) {
      this.observer.listener?.named(undefined)
      void this.#read()
    }
    this.#lookTimer = setTimeout(() => {
      if (isWatchedLater) this.#watch()
      else this.#look(false)
    }, LOOK_EVERY_MS)
  }
}

interface Known<T> {
  readonly data: T | undefined
  readonly asOfMs: number | undefined
  readonly error: ErrorBody | undefined
  readonly isWatched: boolean
}

const NOTHING = { data: undefined, asOfMs: undefined, error: undefined, isWatched: false }

interface ReadingOption<T> {
  readonly isKept?: boolean
  readonly listener?: ReadingListener<T> | undefined
}

/**
 * A reading that is kept current while it is shown. Without a request it reads nothing. With `isKept: false`
 * it is read once, for expensive readings or for data that is compared with what a person is writing.
 */
export const useReading = <K extends ReadingName>(
  name: K,
  request: RequestInput<K> | undefined,
  { isKept = true, listener }: ReadingOption<ResultOf<K>> = {},
): ReadingStatus<ResultOf<K>> & Pick<FollowedReading, 'changed'> => {
  const [attempt, setAttempt] = useState(0)
  const key = request === undefined ? undefined : `${name} ${JSON.stringify(request)}`
  const shown = useRef<string | undefined>(undefined)
  const followed = useRef<FollowedReading | undefined>(undefined)
  const [known, setKnown] = useState<Known<ResultOf<K>>>(NOTHING)
  useEffect(() => {
    if (shown.current !== key) setKnown(NOTHING)
    shown.current = key
    if (request === undefined) return undefined
    const observer: ReadingObserver<ResultOf<K>> = {
      data: (data, isWatched) => setKnown({ data, asOfMs: Date.now(), error: undefined, isWatched }),
      error: (error) => setKnown((before) => ({ ...before, error })),
      listener,
    }
    const following = isKept ? new Following(name, request, observer) : readOnce(name, request, observer)
    followed.current = following
    return () => following.stop()
    // The key represents the whole request.
  }, [key, attempt])
  const current = shown.current === key ? known : NOTHING
  return {
    ...current,
    retry: () => setAttempt((count) => count + 1),
    changed: () => followed.current?.changed(),
  }
}
