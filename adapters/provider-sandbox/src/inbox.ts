import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mainPartOf, readingOf } from '@postrider/core/channels/own-records'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { readLines } from './read-lines.js'

/**
 * What a recipient of the sandbox would have read (docs/contract#sandbox-inbox); its time is added when it is
 * delivered.
 */
export interface InboxMessage {
  readonly messageId: MessageId
  /** Of the request that it was accepted by; recipients of other providers are not told. */
  readonly requestId?: string
  readonly channel: string
  readonly to: string
  readonly from: string
  readonly text: string
  /** The one-time passcode that the text carries; absent if it carries none. */
  readonly otp?: string
  /** What else there is to read, by the names of the channel's parts. */
  readonly [part: string]: string | undefined
}

export const inboxMessage = (submission: ProviderSubmission): InboxMessage => {
  const { messageId, to, sender, content, trace, otp } = submission
  const { channel } = content
  const { requestId } = trace
  const traced = requestId === undefined ? { messageId } : { messageId, requestId }
  const carried = otp === undefined ? {} : { otp }
  return { ...traced, channel, to, from: mainPartOf(sender).value, ...readingOf(content), ...carried }
}

/** The file that stands for every recipient's inbox; several processes append to it. */
export interface Inbox {
  /** Appends messages in one write: all of them, or it rejects and none of them is there. */
  append(messages: readonly InboxMessage[], atMs: number): Promise<void>
  /** Which messages lie in the younger part of the file. */
  recentIds(): Promise<ReadonlySet<string>>
}

/** More than can have been delivered and not noted before a crash. */
const RECENT_BYTES = 16 * 1024 * 1024
const OWNER_ONLY = 0o600

/** The ids in the younger part of the file, read in pieces. */
const readRecentIds = async (path: string): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>()
  const { size } = await stat(path)
  await readLines(path, Math.max(0, size - RECENT_BYTES), ({ lines }) => {
    for (const line of lines) {
      const [, id] = /^\{"messageId":"(\w+)"/.exec(line) ?? []
      if (id !== undefined) ids.add(id)
    }
  })
  return ids
}

/** Takes back a write that was cut short: only where what lies at the end is still its beginning, and nobody's after it. */
const takeBack = async (file: FileHandle, bytes: Buffer, written: number): Promise<void> => {
  const { size } = await file.stat()
  const start = size - written
  const { buffer } = await file.read(Buffer.alloc(written), 0, written, start)
  if (buffer.equals(bytes.subarray(0, written))) await file.truncate(start)
}

const appendWhole = async (path: string, bytes: Buffer): Promise<void> => {
  const file = await open(path, 'a+', OWNER_ONLY)
  try {
    const { bytesWritten } = await file.write(bytes)
    if (bytesWritten === bytes.length) return
    await takeBack(file, bytes, bytesWritten)
    throw new Error('the inbox has no room')
  } finally {
    await file.close()
  }
}

const inboxPath = (dataDir: string, name: string | undefined): string =>
  join(dataDir, name === undefined ? 'sandbox-inbox.jsonl' : `sandbox-inbox-${name}.jsonl`)

/** The inbox that accounts share, or one of its own by a name (docs/contract#sandbox-inbox). */
export const openInbox = (dataDir: string, name?: string): Inbox => {
  const path = inboxPath(dataDir, name)
  return {
    append: async (messages, atMs) => {
      const at = new Date(atMs).toISOString()
      const lines = messages.map((message) => `${JSON.stringify({ ...message, at })}\n`)
      await appendWhole(path, Buffer.from(lines.join('')))
    },
    recentIds: () => readRecentIds(path).catch(() => new Set<string>()),
  }
}
