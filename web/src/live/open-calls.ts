import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { faultBody } from './frames.js'

/** A call that the server refused, or that will no longer get a response. */
export class CallRefused extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message)
    this.name = 'CallRefused'
  }
}

/** The error body of a failure. */
export const errorOf = (error: unknown): ErrorBody =>
  error instanceof CallRefused ? error.body : faultBody('internal_error', String(error))

interface OpenCall {
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: CallRefused) => void
  isSent: boolean
  /** Whether it is delayed before it is sent again. */
  isPostponed: boolean
}

/** The server allows 16 calls at once. Some are left for calls of the protocol itself. */
const MOST_AT_ONCE = 12
/** Background reads of a page; a person doesn't wait for them. */
const BY_ITSELF = 'live.read'

/** The calls without a response, in the order in which they were made. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall>()

  /**
   * Adds a call, which is sent when there is a socket and a free slot. Resolves with the result, or rejects
   * with `CallRefused`.
   */
  add(id: string, method: string, params: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { id, method, params, resolve, reject, isSent: false, isPostponed: false })
    })
  }

  /** Returns the calls that may be sent now and marks them as sent. */
  takeDue(): readonly Pick<OpenCall, 'id' | 'method' | 'params'>[] {
    const all = [...this.#calls.values()]
    const free = MOST_AT_ONCE - all.filter(({ isSent }) => isSent).length
    const due = all.filter(({ isSent }) => !isSent).slice(0, Math.max(0, free))
    for (const call of due) call.isSent = true
    return due
  }

  /** Marks calls of a lost socket as unsent, because their outcome is unknown. */
  forgetSending(): void {
    for (const call of this.#calls.values()) {
      call.isSent = false
      call.isPostponed = false
    }
  }

  /** Delays a background call after a refusal. Returns false for any other call. */
  postpone(id: string): boolean {
    const call = this.#calls.get(id)
    if (call?.method !== BY_ITSELF) return false
    call.isPostponed = true
    return true
  }

  /** Makes a delayed call due again. */
  resume(id: string): void {
    const call = this.#calls.get(id)
    if (call?.isPostponed !== true) return
    call.isPostponed = false
    call.isSent = false
  }

  /** Settles a call. Returns false if no call waits for the response. */
  answer(id: string, result: unknown): boolean {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    call?.resolve(result)
    return call !== undefined
  }

  refuse(id: string, error: ErrorBody): boolean {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    call?.reject(new CallRefused(error))
    return call !== undefined
  }

  refuseAll(error: ErrorBody): void {
    for (const id of Array.from(this.#calls.keys())) this.refuse(id, error)
  }
}
