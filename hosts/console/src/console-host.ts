import type { Vocabulary } from '@postrider/core/domain/codecs/vocabulary'
import type { LiveSocketNeeds } from '@postrider/live/live-sockets'
import { createListener, type Listener, type ListenerNeeds } from '@postrider/server/listener'
import { builtFileEndpoint } from './assets/built-file-endpoint.js'
import { documentEndpoints } from './documents/document-endpoints.js'
import { builtFolder, createBuiltFiles } from './files/built-files.js'
import type { ConsoleNeeds } from './console-needs.js'
import { visitConsoleEnrolment } from './enrolment/visit-enrolment.js'
import { formEndpoint } from './pages/form-endpoint.js'
import { nothingHere } from './pages/plain-answers.js'
import { sampleEndpoint } from './samples/sample-endpoint.js'
import { openOperatorSockets, type OperatorSocketNeeds, SOCKET } from './sessions/operator-sockets.js'
import { signOutEndpoint } from './sessions/sign-out.js'
import { visitSignIn } from './sessions/sign-in.js'
import { ticketEndpoint } from './sessions/ticket-endpoint.js'
import { shellEndpoints } from './shell/shell-endpoints.js'

export interface ConsoleHostNeeds
  extends
    Pick<ConsoleNeeds, 'postrider' | 'keyedDigests'>,
    Pick<OperatorSocketNeeds, 'feed' | 'clock' | 'timers'>,
    Omit<ListenerNeeds, 'boundaries' | 'endpoints' | 'nothing' | 'upgrades'> {
  /** The words of this process, by which its documents name what there is. */
  readonly vocabulary: Vocabulary
  /** Where browsers reach it: `https://console.example.com`; undefined: where it listens. */
  readonly consoleUrl?: string | undefined
  /** Origins beside ours that its pages may ask: that of the bucket with attachments. */
  readonly connectTo?: readonly string[]
  /** Where the pages' files are; default: in the package with the pages. */
  readonly builtFolder?: string
  /** Bounds on its sockets where they are not the defaults. */
  readonly liveLimits?: LiveSocketNeeds['limits']
}

/** Makes the host of the console over the use cases; opens no socket before `listen`. */
export const createConsoleHost = (needs: ConsoleHostNeeds): Listener => {
  const { postrider, keyedDigests, connectTo = [] } = needs
  let origin = needs.consoleUrl ?? ''
  const files = createBuiltFiles(needs.builtFolder ?? builtFolder())
  const { limits: _own, liveLimits = {}, ...open } = needs
  const sockets = openOperatorSockets({ ...open, limits: liveLimits }, () => origin)
  const listener = createListener({
    ...needs,
    upgrades: { path: SOCKET, take: (...upgrade) => sockets.upgrade(...upgrade) },
    boundaries: [],
    nothing: nothingHere,
    endpoints: ({ bodies }) => {
      const site = { postrider, keyedDigests, bodies, origin: () => origin, files, connectTo }
      return [
        formEndpoint(site, visitSignIn(site)),
        formEndpoint(site, visitConsoleEnrolment(site)),
        signOutEndpoint(site),
        ticketEndpoint(site),
        sampleEndpoint(site),
        builtFileEndpoint(files),
        ...documentEndpoints(site, needs.vocabulary),
        ...shellEndpoints(site),
      ]
    },
  })
  const end = async (): Promise<void> => {
    listener.drain()
    await sockets.close()
    await listener.close()
  }
  let ended: Promise<void> | undefined
  return {
    ...listener,
    listen: async (host, port) => {
      const address = await listener.listen(host, port)
      origin = needs.consoleUrl ?? address.url
      return address
    },
    // Sockets are sent away while there is still a server that they stand on.
    close: () => {
      ended ??= end()
      return ended
    },
    // Pages that are sent away come back at once: nothing may bring them here by then.
    handOver: () => {
      ended ??= Promise.all([listener.handOver(), sockets.close()]).then(() => undefined)
      return ended
    },
  }
}
