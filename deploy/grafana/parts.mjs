// Builds the JSON of a Grafana dashboard from rows, panels and variables. board.mjs has the content.

const WIDTH = 24
const HEIGHT = { stat: 4, timeseries: 8, table: 8 }

const datasource = { type: 'prometheus', uid: '${datasource}' }

/** `$I` in a selector is replaced by the processes that are selected at the top of the dashboard. */
const withInstance = (expr) => expr.replaceAll('$I', 'instance=~"$instance"').replaceAll(/\s+/g, ' ').trim()

const letters = 'ABCDEFGHIJ'

const targetsOf = (queries, more = {}) =>
  Object.entries(queries).map(([legendFormat, expr], at) => ({
    refId: letters[at],
    datasource,
    expr: withInstance(expr),
    legendFormat,
    range: true,
    ...more,
  }))

/** Threshold steps: green below the first one, then pairs of a color and its lowest value. */
const thresholdsOf = (steps = []) => ({
  mode: 'absolute',
  steps: [{ color: 'green', value: null }, ...steps.map(([color, value]) => ({ color, value }))],
})

const panel = (type, title, description, width, { queries, unit = 'short', ...more }) => ({
  type,
  title,
  description,
  width,
  datasource,
  targets: targetsOf(queries),
  unit,
  more,
})

/** A single value, colored by its thresholds. */
export const stat = (title, description, { query, thresholds, unit, width = 3, mappings = [] }) => {
  const made = panel('stat', title, description, width, { queries: { [title]: query }, unit })
  return {
    ...made,
    targets: made.targets.map((target) => ({ ...target, range: false, instant: true })),
    defaults: { thresholds: thresholdsOf(thresholds), color: { mode: 'thresholds' }, mappings },
    options: {
      colorMode: 'background',
      graphMode: 'none',
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    },
  }
}

/** Lines over time. `queries` maps legends to expressions; `limit` draws a threshold line. */
export const graph = (title, description, { queries, unit, width = 8, stacked = false, limit }) => ({
  ...panel('timeseries', title, description, width, { queries, unit }),
  defaults: {
    min: 0,
    color: { mode: 'palette-classic' },
    thresholds: thresholdsOf(limit === undefined ? [] : [['red', limit]]),
    custom: {
      lineWidth: 1,
      fillOpacity: stacked ? 40 : 10,
      showPoints: 'never',
      stacking: { mode: stacked ? 'normal' : 'none', group: 'A' },
      thresholdsStyle: { mode: limit === undefined ? 'off' : 'line' },
    },
  },
  options: {
    legend: { displayMode: 'table', placement: 'bottom', showLegend: true, calcs: ['lastNotNull', 'max'] },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
})

/** A table of the current values, one row each; `hidden` lists labels to leave out. */
export const table = (title, description, { query, width = 8, hidden = [] }) => {
  const made = panel('table', title, description, width, { queries: { [title]: query } })
  return {
    ...made,
    targets: made.targets.map((target) => ({ ...target, range: false, instant: true, format: 'table' })),
    defaults: { custom: { align: 'left' } },
    options: { showHeader: true },
    transformations: [
      { id: 'organize', options: { excludeByName: Object.fromEntries(hidden.map((name) => [name, true])) } },
    ],
  }
}

/** A collapsible row of the dashboard. */
export const row = (title, panels, { collapsed = false } = {}) => ({ title, panels, collapsed })

const shown = ({ width, unit, more: _more, defaults, type, ...rest }, id, x, y) => ({
  id,
  type,
  gridPos: { h: HEIGHT[type], w: width, x, y },
  fieldConfig: { defaults: { unit, ...defaults }, overrides: [] },
  ...rest,
})

/** Places panels from left to right in lines of the dashboard's width; a line is as high as its highest panel. */
const layOut = (panels, top, nextId) => {
  let [x, y, height] = [0, top, 0]
  const placed = panels.map((each) => {
    if (x + each.width > WIDTH) [x, y, height] = [0, y + height, 0]
    const made = shown(each, nextId(), x, y)
    x += each.width
    height = Math.max(height, HEIGHT[each.type])
    return made
  })
  return { placed, bottom: y + height }
}

const rowsOf = (rows) => {
  let id = 0
  const nextId = () => (id += 1)
  let y = 0
  return rows.flatMap(({ title, panels, collapsed }) => {
    const head = { id: nextId(), type: 'row', title, collapsed, gridPos: { h: 1, w: WIDTH, x: 0, y } }
    const { placed, bottom } = layOut(panels, y + 1, nextId)
    y = collapsed ? y + 1 : bottom
    return collapsed ? [{ ...head, panels: placed }] : [{ ...head, panels: [] }, ...placed]
  })
}

const variables = [
  { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
  {
    name: 'instance',
    label: 'Process',
    type: 'query',
    datasource,
    query: { query: 'label_values(postrider_build_info, instance)', refId: 'instance' },
    definition: 'label_values(postrider_build_info, instance)',
    refresh: 2,
    sort: 1,
    multi: true,
    includeAll: true,
    current: { selected: true, text: ['All'], value: ['$__all'] },
  },
]

/** A dashboard that Grafana can import. */
export const board = ({ uid, title, description, rows }) => ({
  uid,
  title,
  description,
  tags: ['postrider'],
  schemaVersion: 39,
  version: 1,
  editable: true,
  graphTooltip: 1,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  timezone: 'browser',
  annotations: { list: [] },
  links: [],
  templating: { list: variables },
  panels: rowsOf(rows),
})
