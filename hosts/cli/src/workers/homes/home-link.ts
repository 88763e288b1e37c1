import { connect, type Socket } from 'node:net'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { HandedAnswer, HandedSubmission } from '@postrider/core/messaging/ports/homes'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { frameWriter, readFrames } from './frames.js'
import { type HandedResult, workWriter } from './handed-work.js'

/** A connection to another worker, which is home to some Organizations. */
export interface HomeLink {
  /**
   * Undefined while it isn't connected or is overloaded. Resolves with undefined if the worker didn't
   * respond.
   */
  handOver(submission: HandedSubmission): Promise<HandedAnswer | undefined> | undefined
  /** Stops accepting, and closes once every submission has its result. */
  retire(): void
}

/** How often a worker sends a sign of life, and after how many silent intervals it isn't waited for. */
export const BEAT_MS = SECOND_MS / 2
const SILENT_TURNS = 4

const CONNECT_AGAIN_MS = SECOND_MS / 5

/** With more unsent bytes, the other worker is busy enough. */
const MOST_UNSENT_BYTES = 16 * 1024 * 1024

type Waiting = Map<number, (answer: HandedAnswer | undefined) => void>

/** A connection, from its opening. */
const openLink = (socket: Socket, timers: Timers) => {
  const waiting: Waiting = new Map()
  const write = workWriter()
  const frames = frameWriter(socket)
  let count = 0
  let silentTurns = 0
  let isRetired = false
  let withdraw: (() => void) | undefined

  const settle = (id: number, answer: HandedAnswer | undefined): void => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
    if (isRetired && waiting.size === 0) socket.end()
  }

  /**
   * Counts intervals instead of measuring time, because a process that was paused itself has read nothing
   * meanwhile.
   */
  const listen = (): void => {
    withdraw = undefined
    if (waiting.size === 0) return
    silentTurns += 1
    if (silentTurns > SILENT_TURNS) socket.destroy()
    else withdraw = timers.after(BEAT_MS, listen)
  }

  readFrames(socket, (entries) => {
    silentTurns = 0
    for (const { id, answer } of entries as readonly HandedResult[]) settle(id, answer)
  })
  socket.once('close', () => {
    withdraw?.()
    for (const id of waiting.keys()) settle(id, undefined)
  })

  return {
    handOver: (submission: HandedSubmission): Promise<HandedAnswer | undefined> | undefined => {
      if (isRetired || !socket.writable || socket.writableLength > MOST_UNSENT_BYTES) return undefined
      count += 1
      const id = count
      if (waiting.size === 0) silentTurns = 0
      withdraw ??= timers.after(BEAT_MS, listen)
      frames.push(write(id, submission))
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    retire: (): void => {
      isRetired = true
      if (waiting.size === 0) socket.end()
    },
  }
}

/** Connects to the worker that listens at the path, and reconnects until it is retired. */
export const linkTo = (path: string, timers: Timers): HomeLink => {
  let link: ReturnType<typeof openLink> | undefined
  let socket: Socket
  let isRetired = false

  const begin = (): void => {
    socket = connect(path)
    socket.once('connect', () => (link = openLink(socket, timers)))
    // The close event handles everything.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      link = undefined
      if (!isRetired) timers.after(CONNECT_AGAIN_MS, () => isRetired || begin())
    })
  }
  begin()

  return {
    handOver: (submission) => link?.handOver(submission),
    retire: () => {
      isRetired = true
      if (link === undefined) socket.destroy()
      else link.retire()
    },
  }
}
