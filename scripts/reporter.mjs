// Mocha's `spec` report, closed by one line that a program can read: "N passed, N failed".
import Mocha from 'mocha'

export default class ClosingLine extends Mocha.reporters.Spec {
  epilogue() {
    super.epilogue()
    console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`)
  }
}
