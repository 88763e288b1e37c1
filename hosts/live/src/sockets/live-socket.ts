import { CLOSE_CODES, type CloseReason } from '@postrider/contracts/live/close-codes'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { LiveLimits } from '../live-limits.js'
import type { ProtocolSocket } from './protocol-socket.js'

/** A socket, and how much of what it was sent waits to be taken. */
export interface LiveSocket {
  /** Sends a frame; to one that has taken nothing for too long it sends no more, and ends it. */
  send(frame: string | Buffer): void
  /**
   * Whether its client takes what it is sent. While it does not, nothing that could be left out is sent, and no call of it is
   * read.
   */
  isReady(): boolean
  /** Asks whether it is there; ends it where it did not answer the time before. */
  beat(): void
  /** Ends it, for this reason; cuts it where the client does not go. */
  close(reason: CloseReason): void
  isOpen(): boolean
}

/** Bytes are sent as text too, which they are. */
const TEXT = { binary: false }

type Bounds = Pick<LiveLimits, 'slowBytes' | 'readyBytes' | 'stuckBytes' | 'closeMs'>

/** Keeps a socket within its bounds. */
export const createLiveSocket = (socket: ProtocolSocket, limits: Bounds, timers: Timers): LiveSocket => {
  let isSlow = false
  let isThere = true
  const isOpen = (): boolean => socket.readyState === socket.OPEN

  const close = (reason: CloseReason): void => {
    if (!isOpen()) return
    // The close of a client that is not read would never arrive.
    socket.resume()
    socket.close(CLOSE_CODES[reason].code)
    const takeBack = timers.after(limits.closeMs, () => socket.terminate())
    socket.once('close', takeBack)
  }

  const isReady = (): boolean => {
    if (!isOpen()) return false
    const waiting = socket.bufferedAmount
    if (!isSlow && waiting > limits.slowBytes) {
      isSlow = true
      socket.pause()
    } else if (isSlow && waiting < limits.readyBytes) {
      isSlow = false
      socket.resume()
    }
    return !isSlow
  }

  socket.on('pong', () => {
    isThere = true
  })
  // What is wrong is said by the close that follows it.
  socket.on('error', () => undefined)

  return {
    send: (frame) => {
      if (!isOpen()) return
      socket.send(frame, TEXT)
      if (socket.bufferedAmount > limits.stuckBytes) close('silentOrSlow')
      else isReady()
    },
    isReady,
    beat: () => {
      if (!isOpen()) return
      if (!isThere) return close('silentOrSlow')
      isThere = false
      socket.ping()
    },
    close,
    isOpen,
  }
}
