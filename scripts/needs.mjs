// Determines what test files need besides Node, from their imports:
// `node scripts/needs.mjs FILE-OR-PATTERN ...` prints it.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main, root } from './run.mjs'
import { compiledFiles, TEST_FOLDERS } from './test-files.mjs'

/** Signs that a compiled file needs a server: the variable with its address, or a function that starts it. */
const signs = {
  mysql: [/POSTRIDER_TEST_MYSQL_URL/, /startMariadb/, /startMysqlInUse/],
  postgres: [/POSTRIDER_TEST_POSTGRES_URL/, /startPostgres/],
  amqp: [/POSTRIDER_TEST_AMQP_URL/, /startRabbitmq/],
  browser: [/binary\('chromium'\)/],
  prometheus: [/binary\('(?:prometheus|promtool)'\)/],
  systemd: [/binary\('systemdAnalyze'\)/],
  kannel: [/startKannel/],
  exim: [/startExim/],
  dkim: [/verifyDkim/],
  aiosmtpd: [/startAiosmtpd/],
  kannelExtras: [/binary\('driveSmpp'\)/],
  redis: [/binary\('redisServer'\)/],
  go: [/binary\('go'\)/],
  python: [/binary\('python3'\)/],
  php: [/binary\('php'\)/],
  curl: [/binary\('curl'\)/],
  smpp: [/binary\('(?:perl|netSmpp)'\)/],
}

/** Everything that a test may need. */
export const everything = new Set(Object.keys(signs))

const asExpression = (pattern) => {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '*') return '[^/]*'
    return part.replace(/[.+^$()|\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

const filesOf = (pattern, all) => {
  const wanted = asExpression(relative(root, resolve(root, pattern)).split(sep).join('/'))
  return all.filter((file) => wanted.test(relative(root, file).split(sep).join('/')))
}

const folders = TEST_FOLDERS.map((folder) => join(root, folder))

/** The files of tests that benchmarks and campaigns import, by their package name. */
const ofTests = (text) =>
  [...text.matchAll(/'@postrider\/test\/([^']+)'/g)].map(([, name]) => join(root, 'test/dist', `${name}.js`))

/** The test files that a file imports, and the programs next to it that it starts. */
const edgesOf = (file, text) =>
  [...text.matchAll(/(?:from|import\(?|new URL\()\s*'(\.[^']+\.js)'/g)]
    .map(([, path]) => resolve(dirname(file), path))
    .filter((path) => folders.some((folder) => path.startsWith(folder)))
    .concat(ofTests(text))
    .filter((path) => existsSync(path))

/**
 * The needs of the files that match the patterns. Patterns with more than `*` and `**`, or without a match,
 * aren't analyzed: they need everything.
 */
export const needsOf = (patterns) => {
  if (patterns.length === 0 || patterns.some((pattern) => /[?[\]{}!]/.test(pattern))) return everything
  const all = compiledFiles().map((file) => join(root, file))
  const named = patterns.map((pattern) => filesOf(pattern, all))
  if (named.some((files) => files.length === 0)) return everything
  const seen = new Set(named.flat())
  const needs = new Set()
  for (const file of seen) {
    const text = readFileSync(file, 'utf8')
    for (const [need, marks] of Object.entries(signs))
      if (marks.some((mark) => mark.test(text))) needs.add(need)
    for (const next of edgesOf(file, text)) seen.add(next)
  }
  return needs
}

/** Tests of listening hosts need no server, but take minutes together. */
const LISTENS = /\bopenHttpFixture\b/

const marksOfNeeds = [...Object.values(signs).flat(), /'node:(?:child_process|cluster)'/, LISTENS]

/**
 * The test files that need no server, no browser, no other process and no listening host, regardless of their
 * imports.
 */
export const needingNothing = (files) => {
  const read = new Map()
  const lookAt = (file) => {
    if (!read.has(file)) {
      const text = readFileSync(file, 'utf8')
      read.set(file, { edges: edgesOf(file, text), needs: marksOfNeeds.some((mark) => mark.test(text)) })
    }
    return read.get(file)
  }
  return files.filter((file) => {
    const seen = new Set([resolve(root, file)])
    for (const one of seen) {
      const { edges, needs } = lookAt(one)
      if (needs) return false
      for (const next of edges) seen.add(next)
    }
    return true
  })
}

const USAGE = `
node scripts/needs.mjs FILE-OR-PATTERN ...

Prints which servers and programs these compiled tests need.
`

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main((patterns) => {
    const needs = needsOf(patterns)
    console.log(
      Object.keys(signs)
        .filter((need) => needs.has(need))
        .join(' '),
    )
    return 0
  }, USAGE)
