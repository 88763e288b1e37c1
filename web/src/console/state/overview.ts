import type { ResultOf } from '@postrider/core/assembly/registry'
import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { signedIn } from './access.js'
import { type ReadingStatus, useReading } from '../../state/reading.js'

type Overview = ResultOf<'getOverview'>

/** The health of the platform, shared by the navigation and the overview; undefined before sign-in. */
export const overview = signal<ReadingStatus<Overview> | undefined>(undefined)

/** Keeps the overview up to date while the console is open, for people who may see any part of it. */
export const OverviewFollower = () => {
  const maySee = (signedIn.value?.permissions.length ?? 0) > 0
  const reading = useReading('getOverview', maySee ? { period: 'hour' } : undefined)
  const { data, error, asOfMs } = reading
  useLayoutEffect(() => {
    overview.value = reading
    // The status is a new object at each render; these values show whether it differs.
  }, [data, error, asOfMs])
  return null
}
