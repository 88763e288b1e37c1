import { CLOSE_CODES, type CloseReason } from '@postrider/contracts/live/close-codes'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { LiveLimits } from '../live-limits.js'
import type { ProtocolSocket } from './protocol-socket.js'

/** A socket that tracks how many sent bytes its client hasn't read. */
export interface LiveSocket {
  /** Sends a frame; if the client has read nothing for too long, closes the socket instead. */
  send(frame: string | Buffer): void
  /**
   * Whether its client keeps up with reading. While it doesn't, optional frames aren't sent, and its calls
   * aren't read.
   */
  isReady(): boolean
  /** Sends a ping; closes the socket if the previous one got no pong. */
  beat(): void
  /** Closes the socket with this reason, and cuts it if the client doesn't close. */
  close(reason: CloseReason): void
  isOpen(): boolean
}

/** Buffers are sent as text frames too, because they contain text. */
const TEXT = { binary: false }

type Bounds = Pick<LiveLimits, 'slowBytes' | 'readyBytes' | 'stuckBytes' | 'closeMs'>

/** Keeps a socket within its limits. */
export const createLiveSocket = (socket: ProtocolSocket, limits: Bounds, timers: Timers): LiveSocket => {
  let isSlow = false
  let isThere = true
  const isOpen = (): boolean => socket.readyState === socket.OPEN

  const close = (reason: CloseReason): void => {
    if (!isOpen()) return
    // Without reading, the client's close frame would never arrive.
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
  // The close event that follows handles the error.
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
