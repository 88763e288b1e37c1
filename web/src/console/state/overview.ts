import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { presentGauges, type PresentGauges } from '../health/present-gauges.js'
import { signedIn } from './access.js'
import { type ReadingStatus, useReading } from '../../state/reading.js'

type Overview = ResultOf<'getOverview'>

/** How the platform is, for the navigation and for the overview alike; undefined before somebody is signed in. */
export const overview = signal<ReadingStatus<Overview> | undefined>(undefined)

/** The present as it was at a moment. */
interface GaugeSample extends PresentGauges {
  readonly atMs: number
}

const SAMPLE_EVERY_MS = 15_000
const KEPT_MS = 3_600_000

/** The gauges of the last hour, as far as this page has been open: nobody else keeps them. */
export const gaugeSamples = signal<readonly GaugeSample[]>([])

const keepSample = (data: Overview): void => {
  const atMs = Date.parse(data.asOf)
  const last = gaugeSamples.value.at(-1)
  if (last !== undefined && atMs - last.atMs < SAMPLE_EVERY_MS) return
  const kept = gaugeSamples.value.filter((sample) => atMs - sample.atMs <= KEPT_MS)
  gaugeSamples.value = [...kept, { atMs, ...presentGauges(data) }]
}

/** Keeps the overview true while the console is open, for whoever may see any part of it. */
export const OverviewFollower = () => {
  const maySee = (signedIn.value?.permissions.length ?? 0) > 0
  const reading = useReading('getOverview', maySee ? { period: 'hour' } : undefined)
  const { data, error, asOfMs } = reading
  useLayoutEffect(() => {
    overview.value = reading
    if (data !== undefined) keepSample(data)
    // The status is an object of its own at each drawing: these say whether it differs.
  }, [data, error, asOfMs])
  return null
}
