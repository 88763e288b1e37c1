import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { HandedAnswer, HandedSubmission } from '@postrider/core/messaging/ports/homes'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { frameWriter, readFrames } from './frames.js'
import { type HandedResult, type HandedWork, workReader } from './handed-work.js'
import { BEAT_MS } from './home-link.js'

/** Accepts submissions that other workers hand over. */
export interface HomeServer {
  /**
   * Stops reading, and resolves once everything that was read has its result. Senders accept the rest
   * themselves.
   */
  close(): Promise<void>
}

type Accept = (submission: HandedSubmission) => Promise<HandedAnswer>

/** Handles the submissions of one connection. */
const serveLink = (socket: Socket, accept: Accept, timers: Timers) => {
  const read = workReader()
  const frames = frameWriter(socket)
  let inProgress = 0
  let isClosing = false
  let withdraw: (() => void) | undefined

  const beat = (): void => {
    withdraw = undefined
    if (inProgress === 0) return
    frames.beat()
    withdraw = timers.after(BEAT_MS, beat)
  }

  const endIfDone = (): void => {
    // Results of this turn are sent first.
    if (isClosing && inProgress === 0) setImmediate(() => socket.destroySoon())
  }

  const serve = async (work: HandedWork): Promise<void> => {
    const { id } = work
    inProgress += 1
    withdraw ??= timers.after(BEAT_MS, beat)
    try {
      frames.push({ id, answer: await accept(read(work)) } satisfies HandedResult)
    } catch {
      // The sender gets the same error when it accepts the submission itself, and logs it.
      frames.push({ id } satisfies HandedResult)
    } finally {
      inProgress -= 1
      endIfDone()
    }
  }

  readFrames(socket, (entries) => {
    if (!isClosing) for (const work of entries as readonly HandedWork[]) void serve(work)
  })
  socket.on('error', () => undefined)
  socket.once('close', () => withdraw?.())
  return {
    close: (): void => {
      isClosing = true
      endIfDone()
    },
  }
}

/**
 * Listens at the path, only for workers of the same parent: only their user can enter the folder of the path.
 */
export const serveHome = async (path: string, accept: Accept, timers: Timers): Promise<HomeServer> => {
  const links = new Map<Socket, ReturnType<typeof serveLink>>()
  const server = createServer((socket) => {
    links.set(socket, serveLink(socket, accept, timers))
    socket.once('close', () => links.delete(socket))
  })
  // Otherwise the parent would listen, and give the connection to any worker.
  server.listen({ path, exclusive: true })
  await once(server, 'listening')
  return {
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const link of links.values()) link.close()
      await closed
    },
  }
}
