import { WebSocket } from 'ws'
import { checkFrame } from './check-frame.js'
import type { HeardFrame } from './heard-frame.js'

/** The headers of an upgrade. */
export interface ClientUpgrade {
  readonly port: number
  readonly origin?: string
  readonly cookie?: string
  readonly subprotocol?: string
  /** The check of every frame. Default: the document of the console. */
  readonly check?: (frame: HeardFrame, called: string | undefined) => void
}

/** A client that checks every frame against the document. */
export interface LiveClient {
  readonly socket: WebSocket
  readonly frames: readonly HeardFrame[]
  /** Calls a method and returns the response. */
  call(method: string, params?: object): Promise<HeardFrame>
  /** Sends a call without waiting and returns its id. */
  begin(method: string, params?: object): string
  /** Sends a text unchanged. */
  sendText(text: string): void
  /** The first frame that matches, received already or later. */
  hear(isIt: (frame: HeardFrame) => boolean): Promise<HeardFrame>
  /** The next event of a subscription that wasn't returned yet. */
  nextEvent(subscription: string): Promise<Readonly<Record<string, unknown>>>
  /** The close code of the socket. */
  closed(): Promise<number>
  cut(): void
}

/** Opens a socket; rejects with the status if it is refused. */
export const openClient = ({
  port,
  origin,
  cookie,
  subprotocol = 'postrider.console.v1',
  check = checkFrame,
}: ClientUpgrade) =>
  new Promise<LiveClient>((resolve, reject) => {
    const headers: Record<string, string> = {}
    if (origin !== undefined) headers['origin'] = origin
    if (cookie !== undefined) headers['cookie'] = cookie
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, [subprotocol], {
      headers,
      perMessageDeflate: false,
    })
    const frames: HeardFrame[] = []
    const waiting = new Set<() => void>()
    const taken = new Set<HeardFrame>()
    const methods = new Map<string, string>()
    let problem: Error | undefined
    let lastId = 0
    let code: number | undefined
    const woken = (): void => waiting.forEach((wake) => wake())
    socket.on('message', (data, isBinary) => {
      if (isBinary) problem ??= new Error('a frame came as bytes: a browser would not read it as text')
      const text = (data as Buffer).toString('utf8')
      const frame = JSON.parse(text) as HeardFrame
      try {
        check(frame, typeof frame.id === 'string' ? methods.get(frame.id) : undefined)
      } catch (cause) {
        problem ??= cause as Error
      }
      frames.push(frame)
      woken()
    })
    socket.on('close', (ended) => {
      code = ended
      woken()
    })
    const until = <T>(look: () => T | undefined): Promise<T> =>
      new Promise((found, lost) => {
        const wake = (): void => {
          if (problem !== undefined) return (waiting.delete(wake), lost(problem))
          const it = look()
          if (it === undefined && code === undefined) return
          waiting.delete(wake)
          if (it === undefined) lost(new Error(`the socket ended with ${code}`))
          else found(it)
        }
        waiting.add(wake)
        wake()
      })
    const begin = (method: string, params?: object): string => {
      lastId += 1
      const id = `c${lastId}`
      // A reading has the same response as its operation.
      const { operation } = (params ?? {}) as { readonly operation?: string }
      methods.set(id, method === 'live.read' ? (operation ?? method) : method)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }))
      return id
    }
    const client: LiveClient = {
      socket,
      frames,
      begin,
      call: (method, params) => {
        const id = begin(method, params)
        return until(() => frames.find((frame) => frame.id === id))
      },
      sendText: (text) => socket.send(text),
      hear: (isIt) => until(() => frames.find(isIt)),
      nextEvent: async (subscription) => {
        const frame = await until(() =>
          frames.find(
            (each) =>
              !taken.has(each) &&
              each.method === 'live.event' &&
              each.params?.['subscription'] === subscription,
          ),
        )
        taken.add(frame)
        return frame.params ?? {}
      },
      closed: () => until(() => code),
      cut: () => socket.terminate(),
    }
    socket.on('open', () => resolve(client))
    socket.on('unexpected-response', (request, response) => {
      reject(new Error(`refused with ${response.statusCode}`))
      request.destroy()
    })
    socket.on('error', (cause) => reject(cause))
  })
