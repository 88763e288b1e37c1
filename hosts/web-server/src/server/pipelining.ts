import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A waiting request, and the response that it will be written to. */
type Waiting = readonly [IncomingMessage, ServerResponse]

/** The state of a connection. */
interface Pipeline {
  /** Whether a request is in progress, or its response is still being written. */
  isBusy: boolean
  /** Whether reading is paused. */
  isHeld: boolean
  /** Requests that arrived before the responses to earlier ones. */
  waiting: Waiting[]
  /** When it became idle, on the clock of `performance.now()`, and how many bytes had been read by then. */
  idleSinceMs: number
  readBefore: number
  /** Called when the current response is sent, or the connection has closed. */
  readonly sent: () => void
}

/** Starts the requests of each connection in order. */
export interface Pipelines {
  /** Returns a listener that starts each request when all earlier responses of its connection are sent. */
  inOrder(listener: Begin): RequestListener
  /**
   * Reads nothing more from the connection until the current response is sent: incoming data doesn't show
   * that the client reads.
   */
  hold(socket: Socket): void
  /**
   * When a connection became idle, on the clock of `performance.now()`; undefined if part of a request has
   * arrived, or there was none yet.
   */
  idleSinceMs(socket: Socket): number | undefined
}

type Begin = (request: IncomingMessage, response: ServerResponse) => void

type BeginOn = (pipeline: Pipeline, ...request: Waiting) => void

interface Needs {
  /** Requests that may wait behind the current one. */
  readonly mostWaiting: number
  /** Closes a connection with more waiting requests. */
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

/** The state of a newly opened connection. */
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
    // The timeout of the previous response doesn't apply to this one.
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
  // Node resumes a connection at the end of each request that it has parsed.
  socket.on('resume', () => {
    if (pipeline.isHeld) socket.pause()
  })
  return pipeline
}

/**
 * Node starts every request in one chunk of input at once, each with a response that it may have to buffer.
 * 64 KiB of requests for a large file would be gigabytes of responses. Here one request follows another, and
 * nothing is read while one waits. If more than `mostWaiting` would wait, the connection is closed (RFC 9112
 * 9.3.2 lets a server close at any time). A client that doesn't pipeline costs only a lookup and one
 * listener.
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
        // The rest of the chunk of input for which a connection was cut.
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
