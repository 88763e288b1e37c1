// Mocha's `spec` report, closed by one line that a program can read: "N passed, N failed". A test that leaves something
// open does not keep the run from ending.
import Mocha from 'mocha'

const PATIENCE_MS = 30_000

export default class ClosingLine extends Mocha.reporters.Spec {
  epilogue() {
    super.epilogue()
    console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`)
    setTimeout(() => {
      console.error('Something that the tests opened is still open:', process.getActiveResourcesInfo())
      process.exit(1)
    }, PATIENCE_MS).unref()
  }
}
