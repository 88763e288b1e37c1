import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mainPartOf, readingOf } from '@postrider/core/channels/own-records'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { readLines } from './read-lines.js'

/**
 * A message as a recipient would have read it (docs/api/sandbox#sandbox-inbox); its time is added at
 * delivery.
 */
export interface InboxMessage {
  readonly messageId: MessageId
  /** The id of the request that was accepted; recipients of other providers don't see it. */
  readonly requestId?: string
  readonly channel: string
  readonly to: string
  readonly from: string
  readonly text: string
  /** The one-time passcode in the text; absent if there is none. */
  readonly otp?: string
  /** The other parts of the message, by their names in the channel. */
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

/** The file that represents all recipients' inboxes; several processes append to it. */
export interface Inbox {
  /** Appends messages in one write: all of them, or it rejects and none was added. */
  append(messages: readonly InboxMessage[], atMs: number): Promise<void>
  /** The ids of messages in the recent part of the file. */
  recentIds(): Promise<ReadonlySet<string>>
}

/** More than could have been delivered without a record before a crash. */
const RECENT_BYTES = 16 * 1024 * 1024
const OWNER_ONLY = 0o600

/** The ids in the recent part of the file, read in pieces. */
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

/**
 * Undoes an incomplete write, but only if the end of the file is still its beginning and no other write
 * follows it.
 */
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

/** The shared inbox, or a separate one with a name (docs/api/sandbox#sandbox-inbox). */
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
