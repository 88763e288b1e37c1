// Mocha's `spec` report, closed by one line that a program can read: "N passed, N failed". What a test left behind (a
// call that a provider never answers) does not keep the run from ending.
import Mocha from 'mocha'

const PATIENCE_MS = 20_000

export default class ClosingLine extends Mocha.reporters.Spec {
  epilogue() {
    super.epilogue()
    const { passes, failures } = this.stats
    console.log(`${passes} passed, ${failures} failed`)
    setTimeout(() => {
      console.log('Ended although this was still open:', process.getActiveResourcesInfo().join(', '))
      process.exit(failures === 0 ? 0 : 1)
    }, PATIENCE_MS).unref()
  }
}
