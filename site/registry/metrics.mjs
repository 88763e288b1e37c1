// A page for each metric, and the list of them, from the instruments of a process.
import { createRequire } from 'node:module'
import { compiled, readText, root } from '../lib/repository.mjs'

const QUERIES = {
  counter: (name) => `sum(rate(${name}[5m]))`,
  gauge: (name) => `max(${name})`,
  histogram: (name) => `histogram_quantile(0.99, sum by (le) (rate(${name}_bucket[5m])))`,
}

const MEANINGS = {
  counter: 'A counter only grows while the process runs. Use `rate` or `increase`.',
  gauge: 'A gauge is the value at the time of the scrape.',
  histogram: 'A histogram has a series for each bucket, the sum and the count.',
}

const readMetrics = async () => {
  const require = createRequire(`${root}/hosts/wiring/package.json`)
  const { Registry } = require('prom-client')
  const { createInstruments } = await compiled('hosts/wiring/dist/metrics/instruments.js')
  const registry = new Registry()
  createInstruments(registry)
  return registry
    .getMetricsAsArray()
    .map(({ name, help, type, labelNames }) => ({ name, help, type, labels: labelNames ?? [] }))
}

/** The alerts whose rules use a metric. */
const alertsOn = (name, alerts) =>
  alerts.filter(({ markdown }) => new RegExp(`\\b${name}(_bucket|_count|_sum)?\\b`).test(markdown))

const pageOf = ({ name, help, type, labels }, alerts) => ({
  path: `metrics/${name}`,
  title: name,
  section: 'Metrics',
  description: help,
  keywords: `metric prometheus grafana ${name.replaceAll('_', ' ')}`,
  from: 'hosts/wiring/src/metrics',
  markdown: [
    `# ${name}`,
    help,
    `| Property | Value |\n| --- | --- |\n| Type | ${type} |\n| Labels | ${labels.map((label) => `\`${label}\``).join(', ') || 'none'} |`,
    MEANINGS[type],
    `## Query\n\n\`\`\`text\n${QUERIES[type](name)}\n\`\`\``,
    ...(alerts.length === 0
      ? []
      : [
          `## Alerts\n\n${alerts.map(({ path, title, description }) => `- [${title}](/${path}): ${description}`).join('\n')}`,
        ]),
    'See [all metrics](/metrics) and [how to set up monitoring](/monitoring).',
  ].join('\n\n'),
})

/** The pages of all metrics, with the alerts that use them. */
export const metricPages = async (alertPages) => {
  const metrics = (await readMetrics()).sort((one, other) => one.name.localeCompare(other.name))
  const rules = readText('deploy/prometheus/alerts.yaml')
  const index = {
    path: 'metrics',
    title: 'Metrics',
    description: 'Every metric of a process, with its type, labels and meaning.',
    keywords: 'prometheus metrics list grafana',
    from: 'hosts/wiring/src/metrics',
    markdown: [
      '# Metrics',
      'Each process serves these metrics at `/metrics` on its metrics port. [Monitoring](/monitoring) describes how to set up Prometheus, alerts and the dashboard.',
      [
        '| Metric | Type | Meaning |',
        '| --- | --- | --- |',
        ...metrics.map(
          ({ name, type, help }) =>
            `| [${name}](/metrics/${name}) | ${type} | ${help.replaceAll('|', '\\|')} |`,
        ),
      ].join('\n'),
    ].join('\n\n'),
  }
  return [
    index,
    ...metrics.map((metric) =>
      pageOf(metric, rules.includes(metric.name) ? alertsOn(metric.name, alertPages) : []),
    ),
  ]
}
