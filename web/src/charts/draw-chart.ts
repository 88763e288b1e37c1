import { highestOf } from './extremes.js'
import uPlot from 'uplot'

/** A chart color, or the color of a message state. */
type ChartColor = 1 | 2 | 3 | 4 | 'alarm' | 'lost' | 'warn' | 'quiet'

/** A line of a chart: its name, its chart color, and a value for each time. A null value is a gap. */
export interface ChartLine {
  readonly name: string
  readonly color: ChartColor
  readonly values: readonly (number | null)[]
}

/** The data of a chart: times in seconds, and lines over them. */
export interface ChartData {
  readonly times: readonly number[]
  readonly lines: readonly ChartLine[]
}

interface ChartOption {
  textOf(value: number): string
  timeOf(seconds: number): string
  /** Called with the index that the reader points at, or undefined when the pointer leaves. */
  onPoint(at: number | undefined): void
}

/** A drawn chart that can be updated and removed. */
export interface DrawnChart {
  show(data: ChartData): void
  remove(): void
}

const DASHES: Readonly<Record<ChartLine['color'], number[]>> = {
  1: [],
  2: [5, 3],
  3: [2, 3],
  4: [8, 3, 2, 3],
  alarm: [],
  lost: [5, 3],
  warn: [8, 3, 2, 3],
  quiet: [2, 3],
}

/** The token of a color. Lost messages have the alarm color too, with their own dashes. */
const tokenOf = (color: ChartColor): string =>
  typeof color === 'number' ? `chart-${color}` : color === 'lost' ? 'alarm' : color
const HEIGHT = 258
const NARROW = { width: 480, height: 170 }
const LABEL_LINE = 14

/**
 * Resolves colors in the reader's color scheme. A canvas can't read CSS variables, so an element reads them.
 */
const colorReader = (root: HTMLElement) => {
  const probe = document.createElement('span')
  probe.hidden = true
  root.append(probe)
  return (token: string): string => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
}

type ColorReader = ReturnType<typeof colorReader>

const fontOf = (root: HTMLElement, weight = 400): string =>
  `${weight} 11px ${getComputedStyle(root).fontFamily}`

/** The width that the names at the ends of the lines need. */
const endRoom = (root: HTMLElement, { lines }: ChartData, textOf: ChartOption['textOf']): number => {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null || root.clientWidth < NARROW.width || lines.length < 2) return 12
  context.font = fontOf(root, 600)
  const widths = lines.map(({ name, values }) => {
    const last = values.findLast((value) => value !== null) ?? 0
    return context.measureText(`${name} ${textOf(last)}`).width
  })
  return Math.ceil(highestOf(widths)) + 16
}

interface EndLabel {
  readonly text: string
  readonly color: string
  y: number
}

/** Labels the end of each line with its name and last value, without overlaps. */
const drawEnds = (chart: uPlot, { lines }: ChartData, { textOf }: ChartOption, color: ColorReader): void => {
  const { ctx, bbox } = chart
  const ratio = devicePixelRatio
  const labels: EndLabel[] = lines.flatMap(({ name, color: number, values }) => {
    const last = values.findLast((value) => value !== null)
    if (last === undefined || last === null) return []
    const y = chart.valToPos(last, 'y', true) / ratio
    return [{ text: `${name} ${textOf(last)}`, color: color(tokenOf(number)), y }]
  })
  labels.sort((one, other) => one.y - other.y)
  labels.forEach((label, at) => {
    const above = labels[at - 1]
    if (above !== undefined) label.y = Math.max(label.y, above.y + LABEL_LINE)
  })
  const over = (labels.at(-1)?.y ?? 0) - (bbox.top + bbox.height) / ratio
  ctx.save()
  ctx.font = fontOf(chart.root, 600).replace('11px', `${11 * ratio}px`)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const { text, color: fill, y } of labels) {
    ctx.fillStyle = fill
    ctx.fillText(text, bbox.left + bbox.width + 8 * ratio, (y - Math.max(0, over)) * ratio)
  }
  ctx.restore()
}

const axesOf = (root: HTMLElement, color: ColorReader, { textOf, timeOf }: ChartOption): uPlot.Axis[] => {
  const common: uPlot.Axis = {
    stroke: () => color('quiet'),
    font: fontOf(root),
    ticks: { show: false },
  }
  return [
    { ...common, grid: { show: false }, space: 90, size: 28, values: (_, marks) => marks.map(timeOf) },
    {
      ...common,
      grid: { stroke: () => color('chart-grid'), width: 1 },
      space: 40,
      gap: 6,
      size: (_, marks) =>
        14 +
        7 *
          highestOf(
            (marks ?? []).map((mark) => mark.length),
            2,
          ),
      values: (_, marks) => marks.map(textOf),
    },
  ]
}

/** Values with a gap on both sides: they are drawn as points because a line can't show them. */
const isolated = (values: ChartLine['values']): number[] => {
  const isHole = (at: number): boolean => (values[at] ?? null) === null
  return values.flatMap((value, at) => (value !== null && isHole(at - 1) && isHole(at + 1) ? [at] : []))
}

const seriesOf = ({ lines }: ChartData, color: ColorReader): uPlot.Series[] => [
  {},
  ...lines.map(({ name, color: number, values }, at): uPlot.Series => ({
    label: name,
    stroke: () => color(tokenOf(number)),
    width: 1.75,
    dash: DASHES[number],
    points: { size: 5, filter: () => isolated(values) },
    ...(at === 0 && lines.length < 3 ? { fill: () => color('chart-fill') } : {}),
  })),
]

const sizeOf = (root: HTMLElement) => {
  const width = Math.max(120, root.clientWidth)
  return { width, height: width < NARROW.width ? NARROW.height : HEIGHT }
}

const alignedOf = ({ times, lines }: ChartData): uPlot.AlignedData => [
  [...times],
  ...lines.map(({ values }) => [...values]),
]

const newChart = (root: HTMLElement, data: ChartData, option: ChartOption, color: ColorReader): uPlot =>
  new uPlot(
    {
      ...sizeOf(root),
      padding: [10, endRoom(root, data, option.textOf), 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      scales: { y: { range: (_, __, most) => [0, Math.max(1e-9, (most ?? 0) <= 0 ? 1 : most * 1.08)] } },
      axes: axesOf(root, color, option),
      series: seriesOf(data, color),
      hooks: {
        setCursor: [({ cursor }) => option.onPoint(cursor.idx ?? undefined)],
        draw: [
          (chart) => {
            if (root.clientWidth >= NARROW.width && data.lines.length > 1)
              drawEnds(chart, data, option, color)
          },
        ],
      },
    },
    alignedOf(data),
    root,
  )

/**
 * Draws a chart into an element, and redraws it when the element's width or the reader's color scheme
 * changes.
 */
export const drawChart = (root: HTMLElement, first: ChartData, option: ChartOption): DrawnChart => {
  const color = colorReader(root)
  let data = first
  let width = root.clientWidth
  let chart = newChart(root, data, option, color)
  const again = (): void => {
    chart.destroy()
    chart = newChart(root, data, option, color)
  }
  const sizes = new ResizeObserver(() => {
    if (root.clientWidth === width) return
    width = root.clientWidth
    again()
  })
  sizes.observe(root)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const recolor = (): void => chart.redraw(false, true)
  scheme.addEventListener('change', recolor)
  return {
    show: (next) => {
      data = next
      again()
    },
    remove: () => {
      sizes.disconnect()
      scheme.removeEventListener('change', recolor)
      chart.destroy()
    },
  }
}
