// Mocha's `spec` report, closed by one line that a program can read: "N passed, N failed". What a test left behind (a
// call that a provider never answers) does not keep the run from ending. `--reporter-option counts=FILE` writes the counts and
// what failed, and why, to a file.
import { writeFileSync } from 'node:fs'
import Mocha from 'mocha'

const PATIENCE_MS = 20_000

const failureOf = (test) => `${test.fullTitle()}: ${test.err?.message ?? 'no reason was given'}`

export default class ClosingLine extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    this.countsFile = options.reporterOption?.counts ?? options.reporterOptions?.counts
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
    console.log(`${passes} passed, ${failures} failed`)
    setTimeout(() => {
      console.log('Ended although this was still open:', process.getActiveResourcesInfo().join(', '))
      process.exit(failures === 0 ? 0 : 1)
    }, PATIENCE_MS).unref()
  }
}
