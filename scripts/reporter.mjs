// Mocha's `spec` report with a last line that a program can read: "N passed, N failed". Leftovers of a test,
// for example a call that a provider never answers, don't keep the run from ending.
// `--reporter-option counts=FILE` writes the counts and the failures with their reasons to a file;
// `--reporter-option times=FILE` writes how many seconds each test file took.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import Mocha from 'mocha'
import { root } from './run.mjs'

const PATIENCE_MS = 20_000

const failureOf = (test) => `${test.fullTitle()}: ${test.err?.message ?? 'no reason was given'}`

/** Sums the duration of the tests and hooks of each file, and returns the seconds per file, longest first. */
const countSeconds = (runner) => {
  const takenMs = new Map()
  const add = ({ file, duration = 0 }) => {
    if (file !== undefined) takenMs.set(file, (takenMs.get(file) ?? 0) + duration)
  }
  runner.on('test end', add)
  runner.on('hook end', add)
  return () =>
    Object.fromEntries(
      [...takenMs]
        .toSorted(([, one], [, other]) => other - one)
        .map(([file, ms]) => [relative(root, file), Math.round(ms / 100) / 10]),
    )
}

export default class ClosingLine extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    const given = { ...options.reporterOption, ...options.reporterOptions }
    this.countsFile = given.counts
    this.timesFile = given.times
    this.seconds = countSeconds(runner)
  }

  epilogue() {
    super.epilogue()
    const { passes, failures } = this.stats
    const counts = {
      passed: passes,
      failed: failures,
      failures: this.failures.map(failureOf),
    }
    if (this.countsFile !== undefined) writeFileSync(this.countsFile, JSON.stringify(counts))
    if (this.timesFile !== undefined) writeFileSync(this.timesFile, JSON.stringify(this.seconds(), null, 2))
    console.log(`${passes} passed, ${failures} failed`)
    setTimeout(() => {
      console.log('Ended although this was still open:', process.getActiveResourcesInfo().join(', '))
      process.exit(failures === 0 ? 0 : 1)
    }, PATIENCE_MS).unref()
  }
}
