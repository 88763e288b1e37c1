import type { Provider } from '@postrider/core/providers/ports/provider'
import type { KeptReports } from '@postrider/conformance/provider'
import { startSmsc, type Smsc } from './smsc.js'
import { openSmpp, type SmppOpening } from './open-smpp.js'

/** The SMSC and the account of a suite's tests. */
interface SuiteSmsc {
  readonly smsc: Smsc
  readonly provider: Provider
  readonly reports: KeptReports
  /** Continues the test with an account with other settings. */
  reopen(opening: SmppOpening): Promise<void>
}

/** Starts an SMSC for a suite, and opens an account at it for each of its tests. */
export const anAccountForEach = (usual: SmppOpening = {}): SuiteSmsc => {
  let smsc: Smsc
  let open: ReturnType<typeof openSmpp>
  before(async () => {
    smsc = await startSmsc()
  })
  after(() => smsc.kill())
  beforeEach(() => {
    open = openSmpp(smsc.port, usual)
  })
  afterEach(() => open.provider.close())
  return {
    get smsc() {
      return smsc
    },
    get provider() {
      return open.provider
    },
    get reports() {
      return open.reports
    },
    reopen: async (opening) => {
      await open.provider.close()
      open = openSmpp(smsc.port, opening)
    },
  }
}
