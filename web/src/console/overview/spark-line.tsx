import { highestOf, lowestOf } from '../../charts/extremes.js'
const WIDTH = 120
const EDGE = 2
const [TOP, BOTTOM] = [4, 21]

/** The recent values of a metric as a line without labels; the number next to it is the current value. */
export const SparkLine = ({ values }: { values: readonly number[] }) => {
  if (values.length < 2) return null
  const [least, most] = [lowestOf(values), highestOf(values)]
  const step = (WIDTH - 2 * EDGE) / (values.length - 1)
  const yOf = (value: number): number =>
    most === least ? BOTTOM : BOTTOM - ((value - least) / (most - least)) * (BOTTOM - TOP)
  const points = values.map((value, at) => `${(EDGE + at * step).toFixed(1)} ${yOf(value).toFixed(1)}`)
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${points.join('L')}`} />
      <path class="last" d={`M${points.at(-1) ?? ''}h.01`} />
    </svg>
  )
}
