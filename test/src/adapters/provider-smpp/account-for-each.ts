import type { Provider } from '@postrider/core/providers/ports/provider'
import type { KeptReports } from '@postrider/conformance/provider'
import { startMessageCentre, type MessageCentre } from './message-centre.js'
import { openSmpp, type SmppOpening } from './open-smpp.js'

/** What the tests of a suite talk to. */
interface SuiteCentre {
  readonly centre: MessageCentre
  readonly provider: Provider
  readonly reports: KeptReports
  /** The test goes on with an account that is set up otherwise. */
  reopen(opening: SmppOpening): Promise<void>
}

/** Starts a message centre for a suite, and opens an account at it for each of its tests. */
export const anAccountForEach = (usual: SmppOpening = {}): SuiteCentre => {
  let centre: MessageCentre
  let open: ReturnType<typeof openSmpp>
  before(async () => {
    centre = await startMessageCentre()
  })
  after(() => centre.kill())
  beforeEach(() => {
    open = openSmpp(centre.port, usual)
  })
  afterEach(() => open.provider.close())
  return {
    get centre() {
      return centre
    },
    get provider() {
      return open.provider
    },
    get reports() {
      return open.reports
    },
    reopen: async (opening) => {
      await open.provider.close()
      open = openSmpp(centre.port, opening)
    },
  }
}
