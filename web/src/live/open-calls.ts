import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { faultBody } from './frames.js'

/** A call that the server refused, or that nobody will answer any more. */
export class CallRefused extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message)
    this.name = 'CallRefused'
  }
}

/** What went wrong, in the form of the server's errors. */
export const errorOf = (error: unknown): ErrorBody =>
  error instanceof CallRefused ? error.body : faultBody('internal_error', String(error))

interface OpenCall {
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: CallRefused) => void
  isSent: boolean
  /** Whether it waits before it is sent again. */
  isPostponed: boolean
}

/** The server takes 16 at once: some are left for what the protocol itself has to say. */
const MOST_AT_ONCE = 12
/** What a page reads by itself; nobody waits for a refusal of it. */
const BY_ITSELF = 'live.read'

/** The calls that have no answer yet, in the order in which they were made. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall>()

  /** A call to be sent when there is a socket and a place; resolves with the result, or rejects with `CallRefused`. */
  add(id: string, method: string, params: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { id, method, params, resolve, reject, isSent: false, isPostponed: false })
    })
  }

  /** Those that may be sent now; they count as sent from then on. */
  takeDue(): readonly Pick<OpenCall, 'id' | 'method' | 'params'>[] {
    const all = [...this.#calls.values()]
    const free = MOST_AT_ONCE - all.filter(({ isSent }) => isSent).length
    const due = all.filter(({ isSent }) => !isSent).slice(0, Math.max(0, free))
    for (const call of due) call.isSent = true
    return due
  }

  /** Whatever was sent over a socket that is gone has to be sent again: nobody knows what came of it. */
  forgetSending(): void {
    for (const call of this.#calls.values()) {
      call.isSent = false
      call.isPostponed = false
    }
  }

  /** Keeps a call back that a page makes by itself, after a refusal; false for any other call. */
  postpone(id: string): boolean {
    const call = this.#calls.get(id)
    if (call?.method !== BY_ITSELF) return false
    call.isPostponed = true
    return true
  }

  /** A call that was kept back is due again. */
  resume(id: string): void {
    const call = this.#calls.get(id)
    if (call?.isPostponed !== true) return
    call.isPostponed = false
    call.isSent = false
  }

  /** False where nobody waits for it. */
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
