// A page for each alert: its rule from deploy/prometheus, and its section of the runbooks.
import { Fault } from '../lib/fault.mjs'
import { readText } from '../lib/repository.mjs'
import { slugOf } from '../lib/slugs.mjs'

const RULES = 'deploy/prometheus/alerts.yaml'
const RUNBOOKS = 'docs/alerts.md'

const unquoted = (text) =>
  text
    .trim()
    .replace(/^'(.*)'$/s, '$1')
    .replaceAll("''", "'")

/** The value of a key; a block value (`|`, `>`) is the indented lines after it. */
const valueOf = (rule, key) => {
  const found = new RegExp(`^( *)${key}: ?(.*)$`, 'm').exec(rule)
  if (found === null) return undefined
  const [line, indent, value] = found
  if (!/^[|>]-?$/.test(value)) return unquoted(value)
  const lines = []
  for (const next of rule.slice(found.index + line.length + 1).split('\n')) {
    if (next.trim() !== '' && next.search(/\S/) <= indent.length) break
    lines.push(next)
  }
  const margin = Math.min(...lines.filter((one) => one.trim() !== '').map((one) => one.search(/\S/)))
  return lines
    .map((one) => one.slice(margin))
    .join('\n')
    .trim()
}

/** The alerts of the rules file, as texts. */
const readAlerts = () =>
  readText(RULES)
    .split(/^ {6}- (?=alert:|record:)|^ {2}- name:/m)
    .filter((part) => part.startsWith('alert:'))
    .map((part) => `        ${part}`)
    .map((rule) => ({
      name: valueOf(rule, 'alert'),
      expression: valueOf(rule, 'expr'),
      lasts: valueOf(rule, 'for'),
      severity: /severity: *(\w+)/.exec(rule)?.[1],
      summary: valueOf(rule, 'summary'),
      description: valueOf(rule, 'description'),
      anchor: valueOf(rule, 'runbook')?.split('#')[1],
    }))

/** The sections of the runbooks by their anchors. */
const readRunbooks = () =>
  new Map(
    readText(RUNBOOKS)
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [heading, ...lines] = part.split('\n')
        return [slugOf(heading.trim()), { heading: heading.trim(), text: lines.join('\n').trim() }]
      }),
  )

const WHO = { page: 'wakes the person on call', ticket: 'waits for the next working day' }

const pageOf = (alert, runbook) => ({
  path: `alerts/${alert.name}`,
  title: alert.name,
  section: 'Alerts',
  description: `${alert.summary}.`,
  keywords: `alert ${alert.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')} ${runbook.heading}`,
  // Links of the runbook are relative to its file.
  linksFrom: RUNBOOKS,
  from: RULES,
  markdown: [
    `# ${alert.name}`,
    `${alert.summary}.`,
    '| Property | Value |\n| --- | --- |\n' +
      `| Severity | \`${alert.severity}\`: ${WHO[alert.severity]} |\n| Fires after | ${alert.lasts ?? 'at once'} |`,
    `## Meaning\n\n${alert.description.replaceAll(/\{\{.*?\}\}/g, '`$&`')}`,
    `## Runbook\n\n${runbook.text.replaceAll(/^(#+) /gm, '#$1 ')}`,
    `## Rule\n\n\`\`\`yaml\n${alert.expression}\n\`\`\``,
    `See [all alerts](alerts.md), and [monitoring](monitoring.md) for how to set them up.`,
  ].join('\n\n'),
})

/** The page of each alert. Throws if an alert has no runbook. */
export const alertPages = () => {
  const runbooks = readRunbooks()
  return readAlerts().map((alert) => {
    const runbook = runbooks.get(alert.anchor)
    if (runbook === undefined)
      throw new Fault(`${alert.name} has no runbook: docs/alerts.md has no heading #${alert.anchor}.`)
    return pageOf(alert, runbook)
  })
}
