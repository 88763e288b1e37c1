import { highestOf } from './extremes.js'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The color of a part: one of the chart colors, or a color for failures. */
type BarColor = 1 | 2 | 3 | 4 | 'alarm' | 'warn' | 'quiet'

/** A part of each bar: its color, and its value in each bar. */
export interface BarPart {
  readonly name: string
  readonly color: BarColor
  readonly sums: readonly number[]
}

interface BarChartProps {
  /** A text alternative for the chart. */
  readonly label: string
  /** The label of each bar. */
  readonly places: readonly string[]
  readonly parts: readonly BarPart[]
  textOf(value: number): string
}

const HEIGHT = 240
const ABOVE = 12
const BELOW = 24
const NARROW = 480
const NARROW_HEIGHT = 170
/** The distance between two labels of an axis, in pixels. */
const LABEL_ROOM = 110
const LETTER = 7.2

/** The current width of an element while it is shown. */
const useWidth = () => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const root = element.current
    if (root === null) return undefined
    setWidth(root.clientWidth)
    const sizes = new ResizeObserver(() => setWidth(root.clientWidth))
    sizes.observe(root)
    return () => sizes.disconnect()
  }, [])
  return { element, width }
}

/**
 * Evenly spaced axis marks from zero to above the maximum. The step is 1, 2 or 5 times a power of ten; there
 * are three to five marks.
 */
export const marksUpTo = (most: number): readonly number[] => {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step)
}

interface BarFrame {
  readonly left: number
  readonly width: number
  readonly height: number
  readonly most: number
}

const heightOf = (value: number, { height, most }: BarFrame): number =>
  (value / most) * (height - ABOVE - BELOW)

const BarsOf = ({ frame, parts, at }: { frame: BarFrame; parts: readonly BarPart[]; at: number }) => {
  const count = parts[0]?.sums.length ?? 1
  const room = (frame.width - frame.left) / count
  const breadth = Math.max(1, Math.min(28, room * 0.68))
  const x = frame.left + at * room + (room - breadth) / 2
  let y = frame.height - BELOW
  return (
    <>
      {parts.map(({ name, color, sums }) => {
        const tall = heightOf(sums[at] ?? 0, frame)
        y -= tall
        return (
          tall > 0 && (
            <rect
              key={name}
              class={`bar c${color}`}
              x={x}
              y={y}
              width={breadth}
              height={Math.max(0.5, tall - 1)}
            />
          )
        )
      })}
    </>
  )
}

const Axes = ({
  frame,
  marks,
  places,
  textOf,
}: Pick<BarChartProps, 'places' | 'textOf'> & { frame: BarFrame; marks: readonly number[] }) => {
  const room = (frame.width - frame.left) / Math.max(1, places.length)
  const every = Math.max(1, Math.ceil(LABEL_ROOM / room))
  return (
    <>
      {marks.map((mark) => {
        const y = frame.height - BELOW - heightOf(mark, frame)
        return (
          <g key={mark}>
            <line class="grid" x1={frame.left} x2={frame.width} y1={y} y2={y} />
            <text x={frame.left - 8} y={y + 4} text-anchor="end">
              {textOf(mark)}
            </text>
          </g>
        )
      })}
      {places.map(
        (place, at) =>
          (places.length - 1 - at) % every === 0 && (
            <text
              key={place}
              x={at === places.length - 1 ? frame.width : frame.left + (at + 0.5) * room}
              y={frame.height - 6}
              text-anchor={at === places.length - 1 ? 'end' : 'middle'}
            >
              {place}
            </text>
          ),
      )}
    </>
  )
}

/** A stacked bar chart, drawn at its element's width. */
export const BarChart = ({ label, places, parts, textOf }: BarChartProps) => {
  const { element, width } = useWidth()
  const totals = places.map((_, at) => parts.reduce((sum, { sums }) => sum + (sums[at] ?? 0), 0))
  const marks = marksUpTo(highestOf(totals, 0))
  const left = 14 + highestOf(marks.map((mark) => textOf(mark).length)) * LETTER
  const height = width < NARROW ? NARROW_HEIGHT : HEIGHT
  const frame = { left, width, height, most: marks.at(-1) ?? 1 }
  return (
    <div ref={element} class="chart">
      {width > 0 && (
        <svg class="bars" width={width} height={height} role="img" aria-label={label}>
          <Axes frame={frame} marks={marks} places={places} textOf={textOf} />
          {places.map((place, at) => (
            <BarsOf key={place} frame={frame} parts={parts} at={at} />
          ))}
        </svg>
      )}
    </div>
  )
}
