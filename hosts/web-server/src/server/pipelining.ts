import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A request that waits, and what its answer will be written to. */
type Waiting = readonly [IncomingMessage, ServerResponse]

/** What a connection is doing. */
interface Pipeline {
  /** Whether a request is being answered, or its answer is still on its way to the system. */
  isBusy: boolean
  /** Whether nothing more is read for now. */
  isHeld: boolean
  /** Requests that came before the answers to those before them. */
  waiting: Waiting[]
  /** When it became idle, on the clock of `performance.now()`, and how much had been read by then. */
  idleSinceMs: number
  readBefore: number
  /** What happens when the present answer is out, or the connection is gone. */
  readonly sent: () => void
}

/** Begins the requests of each connection in order. */
export interface Pipelines {
  /** The listener, asked to begin each request when the answers to all before it on its connection are out. */
  inOrder(listener: Begin): RequestListener
  /** Reads nothing more of the connection until the present answer is out: what comes in is no sign of life. */
  hold(socket: Socket): void
  /**
   * When a connection became idle, on the clock of `performance.now()`; undefined if part of a request is on its way, or
   * none came yet.
   */
  idleSinceMs(socket: Socket): number | undefined
}

type Begin = (request: IncomingMessage, response: ServerResponse) => void

type BeginOn = (pipeline: Pipeline, ...request: Waiting) => void

interface Needs {
  /** Requests that may wait behind the one that is being answered. */
  readonly mostWaiting: number
  /** Ends a connection on which more came. */
  readonly cut: (socket: Socket) => void
}

const hold = (socket: Socket, pipeline: Pipeline): void => {
  if (pipeline.isHeld) return
  pipeline.isHeld = true
  socket.pause()
}

const letRead = (socket: Socket, pipeline: Pipeline): void => {
  if (!pipeline.isHeld) return
  pipeline.isHeld = false
  if (!socket.destroyed) socket.resume()
}

/** What a connection that was just opened is doing. */
const openPipeline = (socket: Socket, begin: BeginOn): Pipeline => {
  const sent = (): void => {
    pipeline.isBusy = false
    if (!socket.writable) pipeline.waiting = []
    const next = pipeline.waiting.shift()
    if (pipeline.waiting.length === 0) letRead(socket, pipeline)
    if (next === undefined) {
      pipeline.idleSinceMs = performance.now()
      pipeline.readBefore = socket.bytesRead
      return
    }
    // The limit on the answer before was not meant for this one.
    socket.setTimeout(0)
    begin(pipeline, ...next)
  }
  const pipeline: Pipeline = {
    isBusy: false,
    isHeld: false,
    waiting: [],
    idleSinceMs: NaN,
    readBefore: NaN,
    sent,
  }
  // Node lets a connection flow again with the end of each request that it has parsed.
  socket.on('resume', () => {
    if (pipeline.isHeld) socket.pause()
  })
  return pipeline
}

/**
 * Node begins every request that stands in one piece of input at once, each with an answer that it may have to keep:
 * 64 KiB of requests for a large file would be gigabytes of answers. Here one follows another, nothing is read while
 * one waits, and where more than `mostWaiting` would wait the connection ends (RFC 9112 9.3.2 lets a server close at
 * any time). A client that waits for its answers pays for a look-up and one listener.
 */
export const createPipelines = ({ mostWaiting, cut }: Needs): Pipelines => {
  const pipelines = new WeakMap<Socket, Pipeline>()
  return {
    hold: (socket) => {
      const pipeline = pipelines.get(socket)
      if (pipeline !== undefined) hold(socket, pipeline)
    },
    idleSinceMs: (socket) => {
      const pipeline = pipelines.get(socket)
      const isIdle =
        pipeline?.isBusy === false && !socket.destroyed && socket.bytesRead === pipeline.readBefore
      return isIdle ? pipeline.idleSinceMs : undefined
    },
    inOrder: (listener) => {
      const begin: BeginOn = (pipeline, request, response): void => {
        pipeline.isBusy = true
        response.on('close', pipeline.sent)
        listener(request, response)
      }
      const pipelineOf = (socket: Socket): Pipeline => {
        const known = pipelines.get(socket)
        if (known !== undefined) return known
        const pipeline = openPipeline(socket, begin)
        pipelines.set(socket, pipeline)
        return pipeline
      }
      return (request, response) => {
        const { socket } = request
        // The rest of the piece of input that a connection was cut for.
        if (socket.destroyed) return
        const pipeline = pipelineOf(socket)
        if (!pipeline.isBusy) return begin(pipeline, request, response)
        if (pipeline.waiting.length < mostWaiting) {
          pipeline.waiting.push([request, response])
          return hold(socket, pipeline)
        }
        pipeline.waiting = []
        cut(socket)
      }
    },
  }
}
