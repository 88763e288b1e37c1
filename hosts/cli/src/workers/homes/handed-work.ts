import type { HandedAnswer, HandedSubmission } from '@postrider/core/messaging/ports/homes'

type HandedCaller = HandedSubmission['caller']

/** A submission on its way to its home. Its caller is sent once, and referred to by a slot from then on. */
export interface HandedWork {
  readonly id: number
  readonly slot: number
  /** Absent if the slot has this caller already. */
  readonly caller?: HandedCaller
  readonly clientAddress: string
  readonly items: HandedSubmission['items']
  readonly receipt: HandedSubmission['receipt']
}

/** The home's result. Without one the home failed, and accepting the submission elsewhere shows why. */
export interface HandedResult {
  readonly id: number
  readonly answer?: HandedAnswer
}

/** The number of callers that a connection remembers. */
const SLOTS = 4096

/** Writes submissions for one connection. */
export const workWriter = () => {
  const slots = new Map<HandedCaller['credential'], { readonly slot: number; readonly epoch: number }>()
  const inSlot: Array<HandedCaller['credential']> = []
  let next = 0

  const take = ({ credential, epoch }: HandedCaller): number => {
    const slot = next
    next = (next + 1) % SLOTS
    const before = inSlot[slot]
    if (before !== undefined && slots.get(before)?.slot === slot) slots.delete(before)
    inSlot[slot] = credential
    slots.set(credential, { slot, epoch })
    return slot
  }

  return (id: number, { caller, items, receipt }: HandedSubmission): HandedWork => {
    const { clientAddress } = caller
    const known = slots.get(caller.credential)
    return known?.epoch === caller.epoch
      ? { id, slot: known.slot, clientAddress, items, receipt }
      : { id, slot: take(caller), caller, clientAddress, items, receipt }
  }
}

/** Reads what a `workWriter` wrote, in the same order. */
export const workReader = () => {
  const callers: HandedCaller[] = []
  return ({ slot, caller: sent, clientAddress, items, receipt }: HandedWork): HandedSubmission => {
    if (sent !== undefined) callers[slot] = sent
    const caller = callers[slot]
    if (caller === undefined) throw new Error(`no caller was sent for slot ${slot}`)
    return { caller: { ...caller, clientAddress }, items, receipt }
  }
}
