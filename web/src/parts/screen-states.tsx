import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { clockText } from '../format/times.js'
import { shownText } from '../format/shown-text.js'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { connection, nowMs } from '../state/connection.js'
import type { ReadingStatus } from '../state/reading.js'
import { CodeLink } from './code-link.js'
import { Icon } from './icons.js'

const BONES = [30, 90, 70, 85, 60, 80]
const PATIENCE_MS = 300

/** A loading skeleton, shown after 300 ms. */
export const LoadingBones = () => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return <div data-loading hidden />
  return (
    <div class="bones" role="status" aria-label={t.loading}>
      {BONES.map((width) => (
        <svg key={width} width="100%" height="10" aria-hidden="true">
          <rect width={`${width}%`} height="10" rx="3" />
        </svg>
      ))}
    </div>
  )
}

/** Shown if a list is empty: what would appear here, and what to do. */
export const EmptyNote = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="about">
    <h2>{title}</h2>
    {children !== undefined && <p class="quiet">{children}</p>}
  </div>
)

type Failing = Pick<ReadingStatus<unknown>, 'error' | 'retry'>

/** Shows what failed, the request ID, and a retry button. `missing` is shown if the record doesn't exist. */
export const FailedNote = ({
  error,
  retry,
  missing = t.missing,
}: Failing & { readonly missing?: string | undefined }) => {
  if (error === undefined) return null
  if (error.code === 'not_found') return <EmptyNote title={t.missingTitle}>{missing}</EmptyNote>
  if (isDenied({ error })) return <EmptyNote title={t.deniedTitle}>{t.denied}</EmptyNote>
  return (
    <div class="about" role="alert">
      <h2 class="row">
        <Icon name="triangle" tone="alarm" />
        {t.failedTitle}
      </h2>
      <p class="quiet">
        {shownText(error.message)} {t.nothingChanged}{' '}
        {error.requestId !== '' && (
          <>
            {t.request} <span class="mono">{error.requestId}</span>{' '}
          </>
        )}
        <CodeLink code={error.code} />
      </p>
      <button type="button" class="button" onClick={retry}>
        {t.retry}
      </button>
    </div>
  )
}

/** Whether the reader has lost the permission: the data is then no longer shown. */
export const isDenied = ({ error }: Pick<ReadingStatus<unknown>, 'error'>): boolean =>
  error?.code === 'permission_denied'

/** How long a row may be out of date before the reader is notified. */
const LATE_MS = 2_000

interface StaleProps extends Pick<ReadingStatus<unknown>, 'asOfMs' | 'isWatched'>, Failing {
  /** Since when a part of the data is out of date. */
  readonly lateSinceMs?: number | undefined
}

/** A bar above data that may be stale: its time, and a retry button. */
export const StaleBar = ({ asOfMs: readMs, isWatched, error, retry, lateSinceMs }: StaleProps) => {
  const status = connection.value
  const isCut = status._tag !== 'Live' && status._tag !== 'Connecting'
  const isLate = lateSinceMs !== undefined && nowMs.value - lateSinceMs > LATE_MS
  if (readMs === undefined || (error === undefined && !isCut && !isLate)) return null
  // A watched reading without an error was current until the connection was lost.
  const isTrueUntilCut = isWatched && error === undefined && 'asOfMs' in status
  const newestMs = isTrueUntilCut ? Math.max(readMs, status.asOfMs) : readMs
  const asOfMs = Math.min(newestMs, lateSinceMs ?? newestMs)
  return (
    <div class="late-bar">
      <Icon name="again" />
      <span>{t.stale(clockText(asOfMs))}</span>
      {error !== undefined && (
        <button type="button" class="button bare push" onClick={retry}>
          {t.retry}
        </button>
      )}
    </div>
  )
}

interface ReadingProps<T> {
  readonly reading: ReadingStatus<T>
  /** Shown if the record doesn't exist. */
  readonly missing?: string
  children(data: T): ComponentChildren
}

/** Shows a reading in any state: loading, failed, stale or current. */
export function ReadingView<T>({ reading, missing, children }: ReadingProps<T>) {
  const { data, error } = reading
  if (data === undefined || isDenied(reading))
    return error === undefined ? <LoadingBones /> : <FailedNote {...reading} missing={missing} />
  return (
    <>
      <StaleBar {...reading} />
      {children(data)}
    </>
  )
}
