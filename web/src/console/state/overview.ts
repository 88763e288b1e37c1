import type { ResultOf } from '@postrider/core/assembly/registry'
import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { signedIn } from './access.js'
import { type ReadingStatus, useReading } from '../../state/reading.js'

type Overview = ResultOf<'getOverview'>

/** How the platform is, for the navigation and for the overview alike; undefined before somebody is signed in. */
export const overview = signal<ReadingStatus<Overview> | undefined>(undefined)

/** Keeps the overview true while the console is open, for whoever may see any part of it. */
export const OverviewFollower = () => {
  const maySee = (signedIn.value?.permissions.length ?? 0) > 0
  const reading = useReading('getOverview', maySee ? { period: 'hour' } : undefined)
  const { data, error, asOfMs } = reading
  useLayoutEffect(() => {
    overview.value = reading
    // The status is an object of its own at each drawing: these say whether it differs.
  }, [data, error, asOfMs])
  return null
}
