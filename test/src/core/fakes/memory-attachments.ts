import type { AttachmentsUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { AttachmentKey, Attachments, SignedRequest } from '@postrider/core/support/ports/attachments'
import { sha256 } from '@postrider/conformance/builders/sha256'

/** An in-memory store of attachments, with the actions that tests need. */
export interface MemoryAttachments extends Attachments {
  /** Uploads a text's bytes, whatever the address was for, like a store that checks nothing. */
  put(file: AttachmentKey, content: string): void
  isKept(file: AttachmentKey): boolean
  /** The number of times that bytes were read. */
  inspections(): number
  /** Runs the action the next time that bytes are read. */
  whenInspected(act: () => Promise<void>): void
  /** Makes the store unreachable from the next removal but this number on, or reachable again. */
  failAfter(removals: number | undefined): void
  setAway(isAway: boolean): void
}

const keyOf = ({ organizationId, attachmentId }: AttachmentKey): string => `${organizationId}/${attachmentId}`

const away = E.left<AttachmentsUnavailable>({ _tag: 'AttachmentsUnavailable', cause: 'the fake is away' })

export const memoryAttachments = (): MemoryAttachments => {
  const kept = new Map<string, string>()
  let isAway = false
  let removalsLeft: number | undefined
  let inspections = 0
  let meanwhile: (() => Promise<void>) | undefined

  const address = (method: SignedRequest['method'], file: AttachmentKey, untilMs: number): SignedRequest => ({
    url: `https://files.example.com/${keyOf(file)}?until=${untilMs}`,
    method,
    headers: method === 'PUT' ? { 'x-until': String(untilMs) } : {},
  })

  const reaching =
    <A>(run: () => A): TE.TaskEither<AttachmentsUnavailable, A> =>
    async () =>
      isAway ? away : E.right(run())

  return {
    uploadTo: async (file, untilMs) => address('PUT', file, untilMs),
    downloadFrom: async (file, untilMs) => address('GET', file, untilMs),
    inspect: (file) => async () => {
      inspections += 1
      const act = meanwhile
      meanwhile = undefined
      await act?.()
      const content = kept.get(keyOf(file))
      if (isAway) return away
      if (content === undefined) return E.right(undefined)
      return E.right({
        sizeBytes: Buffer.byteLength(content),
        sha256: sha256(content),
        firstBytes: Buffer.from(content),
      })
    },
    remove: (file) => {
      if (removalsLeft === 0) return async () => away
      if (removalsLeft !== undefined) removalsLeft -= 1
      return reaching(() => void kept.delete(keyOf(file)))
    },
    put: (file, content) => void kept.set(keyOf(file), content),
    isKept: (file) => kept.has(keyOf(file)),
    inspections: () => inspections,
    whenInspected: (act) => {
      meanwhile = act
    },
    failAfter: (removals) => {
      removalsLeft = removals
    },
    setAway: (to) => {
      isAway = to
    },
  }
}
