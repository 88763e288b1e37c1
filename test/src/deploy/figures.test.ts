import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { endCommands } from '../hosts/cli/run-postrider.js'
import { binary } from '../servers/binaries.js'
import { type Prometheus, startPrometheus } from '../servers/prometheus.js'
import { freshDirectory } from '../servers/run-directory.js'
import { anchorsOf } from '../tidy/headings.js'
import { type LiveDemo, startLiveDemo } from './a-live-demo.js'
import { boardExpressions } from './board.js'
import { faultsOf, type KnownSeries, readExpression } from './expression.js'
import { seriesIn } from './exposition.js'

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))

interface Rule {
  readonly name: string
  readonly type: 'recording' | 'alerting'
  readonly query: string
  readonly health: string
}

/** Prometheus with a short interval and the shipped rules, which reads only the demo. */
const startWatching = async (target: string): Promise<Prometheus> => {
  const file = join(await freshDirectory('figures'), 'prometheus.json')
  const configuration = {
    global: { scrape_interval: '500ms', evaluation_interval: '500ms' },
    rule_files: [join(DEPLOY, 'prometheus/alerts.yaml')],
    scrape_configs: [{ job_name: 'postrider', static_configs: [{ targets: [target] }] }],
  }
  // YAML reads JSON.
  await writeFile(file, JSON.stringify(configuration))
  return startPrometheus(file)
}

const ask = async <A>(prometheus: Prometheus, path: string): Promise<A> => {
  const answer = (await (await fetch(`${prometheus.url}/api/v1/${path}`)).json()) as {
    readonly status: string
    readonly error?: string
    readonly data: A
  }
  if (answer.status !== 'success') throw new Error(`${answer.error ?? 'no answer'}: ${path}`)
  return answer.data
}

const evaluate = async (prometheus: Prometheus, expression: string): Promise<readonly unknown[]> =>
  (
    await ask<{ readonly result: readonly unknown[] }>(
      prometheus,
      `query?query=${encodeURIComponent(expression)}`,
    )
  ).result

const rulesOf = async (prometheus: Prometheus): Promise<readonly Rule[]> => {
  const { groups } = await ask<{ readonly groups: ReadonlyArray<{ readonly rules: readonly Rule[] }> }>(
    prometheus,
    'rules',
  )
  return groups.flatMap(({ rules }) => rules)
}

/** The names of the page, of Prometheus itself, and of recording rules. */
const knownFrom = (page: string, rules: readonly Rule[]): KnownSeries => {
  const known = new Map(seriesIn(page)).set('up', new Set())
  for (const { name, type, query } of rules)
    if (type === 'recording')
      known.set(name, new Set(readExpression(query).groupings.flatMap(({ labels }) => labels)))
  return known
}

/** Shown only if there is a problem. */
const MAY_BE_EMPTY = / > 0$/

describe('Board and rules with a live process', () => {
  let demo: LiveDemo
  let prometheus: Prometheus
  let rules: readonly Rule[]
  let known: KnownSeries
  before(async () => {
    demo = await startLiveDemo()
    prometheus = await startWatching(demo.target)
    const isThere = async (expression: string) => (await evaluate(prometheus, expression)).length > 0
    await eventually(
      'the last figures',
      async () =>
        (await isThere('rate(postrider_budget_alerts_total[1m])')) &&
        (await isThere('rate(postrider_provider_calls_total{outcome="PermanentFailure"}[1m])')) &&
        (await isThere('postrider:provider_account:name')),
    )
    rules = await rulesOf(prometheus)
    known = knownFrom(await demo.page(), rules)
  })
  after(async () => {
    await prometheus?.stop()
    await demo?.stop()
    endCommands()
  })

  it('find every name and every label of the board', async () => {
    const expressions = boardExpressions()
    expect(expressions.length).to.be.greaterThan(50)
    expect(expressions.flatMap((each) => faultsOf(each, known))).to.deep.equal([])
  })

  it('find every name and every label of the rules, which Prometheus has evaluated', async () => {
    expect(rules.length).to.be.greaterThan(30)
    expect(rules.flatMap(({ query }) => faultsOf(query, known))).to.deep.equal([])
    const healths = async () => (await rulesOf(prometheus)).map(({ health }) => health)
    await eventually('the rules', async () => (await healths()).every((health) => health !== 'unknown'))
    expect((await healths()).filter((health) => health !== 'ok')).to.deep.equal([])
  })

  it('are evaluated, and nearly every panel of the board has data', async () => {
    const empty: string[] = []
    for (const expression of boardExpressions())
      if ((await evaluate(prometheus, expression)).length === 0) empty.push(expression)
    for (const { query } of rules) await evaluate(prometheus, query)
    expect(empty.filter((each) => !MAY_BE_EMPTY.test(each))).to.deep.equal([])
  })

  it('raise no alarm about a healthy process', async () => {
    expect(await evaluate(prometheus, 'ALERTS{alertstate="firing"}')).to.deep.equal([])
  })

  it('would report a missing name or label', () => {
    const gone = new Map(known)
    gone.delete('postrider_outbox_pending')
    gone.set('postrider_provider_calls_total', new Set(['channel', 'outcome']))
    const faults = [...boardExpressions(), ...rules.map(({ query }) => query)].flatMap((each) =>
      faultsOf(each, gone),
    )
    expect(
      faults.filter((fault) => fault.startsWith('there is no postrider_outbox_pending')),
    ).to.have.length.greaterThan(0)
    expect(faults.filter((fault) => fault.includes('has a label provider'))).to.have.length.greaterThan(0)
  })

  it("use metrics that Prometheus's linter accepts", async () => {
    const linting = promisify(execFile)(binary('promtool'), ['check', 'metrics'])
    linting.child.stdin?.end(await demo.page())
    const { stdout, stderr } = await linting
    expect(stdout + stderr).to.equal('')
  })
})

describe('The files for Prometheus', () => {
  const promtool = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)(binary('promtool'), [...args], {
      cwd: join(DEPLOY, 'prometheus'),
    })
    return stdout + stderr
  }

  it('are rules and a configuration that it accepts', async () => {
    expect(await promtool('check', 'rules', 'alerts.yaml')).to.include('SUCCESS')
    expect(await promtool('check', 'config', 'prometheus.yaml')).to.include('SUCCESS')
  })

  it('are alerts that fire for their cause, and clear', async () => {
    expect(await promtool('test', 'rules', 'alerts.test.yaml')).to.include('SUCCESS')
  })

  it('are alerts that are each tested, and have advice', async () => {
    const rules = readFileSync(join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8')
    const played = readFileSync(join(DEPLOY, 'prometheus/alerts.test.yaml'), 'utf8')
    const page = readFileSync(join(DEPLOY, '../docs/alerts.md'), 'utf8')
    const anchors = anchorsOf(page)
    const alerts = rules.split(/^ +- alert: /m).slice(1)
    expect(alerts.length).to.be.greaterThan(20)
    for (const alert of alerts) {
      const [name = ''] = alert.split('\n')
      expect(played, name).to.include(`alertname="${name}"`)
      for (const part of [/severity: (page|ticket)/, /summary: \S/, /description: \S/])
        expect(alert, name).to.match(part)
      const [, anchor] = /runbook: docs\/alerts\.md#(\S+)/.exec(alert) ?? []
      expect(anchors, name).to.include(anchor)
      const [, severity = ''] = /severity: (\w+)/.exec(alert) ?? []
      expect(page, name).to.match(
        new RegExp(`\\| \`${name}\` +\\| \`${severity}\` +\\| .*\\(#${anchor ?? ''}\\)`),
      )
    }
  })
})
