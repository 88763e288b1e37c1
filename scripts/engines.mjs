// npm run test:engines [-- --small | --only NAMES | --renew | --unpack]: runs the tests on other servers, and
// on Node versions newer than the machine's.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nodeRuntime } from './engines/node-runtime.mjs'
import { printTable } from './engines/table.mjs'
import { filesOf, targetsOf } from './engines/targets.mjs'
import { unpack } from './engines/unpack.mjs'
import { needsOf } from './needs.mjs'
import { parallel } from './parallel.mjs'
import { prepare } from './prepare.mjs'
import { Failure, main, root, run, tool } from './run.mjs'
import { withServers } from './servers.mjs'

const compiled = (name) => import(join(root, 'test/dist/servers', `${name}.js`))

const optionsIn = (args) => {
  const flags = { small: false, renew: false, unpack: false }
  const boolean = Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'boolean' }]))
  try {
    const { values } = parseArgs({ args, options: { ...boolean, only: { type: 'string' } } })
    return { ...flags, ...values, only: values.only?.split(','), isSmall: values.small === true }
  } catch (error) {
    throw new Failure(`${error.message}. It takes --small, --only NAMES, --renew and --unpack.`)
  }
}

const variables = {
  mysql: 'POSTRIDER_TEST_MYSQL_URL',
  mariadb: 'POSTRIDER_TEST_MYSQL_URL',
  amqp: 'POSTRIDER_TEST_AMQP_URL',
  rabbitmq: 'POSTRIDER_TEST_AMQP_URL',
  postgres: 'POSTRIDER_TEST_POSTGRES_URL',
}

const isGiven = (engine) => (process.env[variables[engine]] ?? '') !== ''

/** If a server is given, its kind has only one target. */
const withoutGiven = (targets) =>
  targets
    .filter(
      ({ kind, node }, at) =>
        node !== undefined || !isGiven(kind) || targets.findIndex((target) => target.kind === kind) === at,
    )
    .map((target) =>
      target.startsItsOwn === true
        ? target
        : { ...target, engines: target.engines.filter((engine) => !isGiven(engine)) },
    )

const HALTED = { passed: 0, failed: 1, failures: ['the run ended before its tests did'] }

const countsIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return HALTED
  }
}

/** Runs a suite with a Node and returns the result. */
const runSuite = async ({ node, files, env }) => {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-counts-'))
  const counts = join(directory, 'counts.json')
  const reporting = ['--reporter', 'scripts/reporter.mjs', '--reporter-option', `counts=${counts}`]
  const programs = { POSTRIDER_TEST_PROGRAMS: join(root, 'test/bundle') }
  try {
    const args = [tool.mocha, ...reporting, ...parallel, ...files]
    const code = await run(node, args, { env: { ...env, ...programs } })
    return { ...countsIn(counts), code }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const runDemo = async (node) => {
  const code = await run(node, [tool.postrider, 'demo', '--once'])
  const failures = code === 0 ? [] : [`it ended with exit code ${code}`]
  return { passed: code === 0 ? 1 : 0, failed: failures.length, failures, code }
}

/** Exit codes from 128 on are from signals. */
const isInterruption = (code) => code >= 128

/** The name of a target in the table. */
const titleOf = async ({ node, startsItsOwn, kind }, env) => {
  if (node !== undefined) return { name: 'Node', version: node }
  if (startsItsOwn === true) return { name: 'Clusters', version: 'all' }
  const { serverVersion } = await compiled('server-version')
  return serverVersion(env[variables[kind]])
}

/** Runs the suites of a target one after another, on running servers. */
const runTarget = async (target, files, env, rows) => {
  const { enginesFolder } = await compiled('unpacked-engines')
  const isRuntime = target.node !== undefined
  const node = isRuntime ? await nodeRuntime(target.node, enginesFolder()) : process.execPath
  const { name, version } = await titleOf(target, env)
  const suites = target.suites.map((suite) => [suite, () => runSuite({ node, files: files.get(suite), env })])
  if (isRuntime) suites.unshift(['demo', () => runDemo(node)])
  for (const [suite, play] of suites) {
    console.error(`\n== ${name} ${version}: ${suite}`)
    const beganMs = performance.now()
    const { code, ...counts } = await play()
    rows.push({ engine: name, version, suite, seconds: (performance.now() - beganMs) / 1000, ...counts })
    if (isInterruption(code)) return code
  }
  return 0
}

const runAll = async (targets) => {
  const rows = []
  for (const target of targets) {
    const files = new Map(target.suites.map((suite) => [suite, filesOf(suite, target.kind)]))
    process.env.POSTRIDER_TEST_ENGINES = target.engines.join(',')
    const needs = needsOf([...files.values()].flat())
    const code = await withServers((env) => runTarget(target, files, env, rows), { needs })
    if (isInterruption(code)) return code
  }
  return printTable(rows)
}

const USAGE = `
npm run test:engines [-- OPTIONS]

Runs the tests on servers and Nodes that are newer than those of the machine.

  --small        migrations, storage and hosts on MySQL 9.7
  --only NAMES   with commas: mysql-9.7, mariadb-11.8, postgresql-18, rabbitmq-4.3, clusters, node-24, node-26, or how they start
  --renew        unpacks the servers again
  --unpack       only unpacks
`

await main(async (args) => {
  const { only, isSmall, renew, unpack: isUnpackOnly } = optionsIn(args)
  const targets = withoutGiven(targetsOf({ only, isSmall }))
  await prepare()
  await unpack([...new Set(targets.flatMap((target) => target.engines))], renew)
  return isUnpackOnly ? 0 : runAll(targets)
}, USAGE)
