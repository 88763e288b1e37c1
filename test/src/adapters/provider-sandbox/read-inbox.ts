import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A line of the sandbox's inbox. */
export interface InboxLine {
  readonly messageId: string
  readonly requestId?: string
  readonly channel: string
  readonly to: string
  readonly from: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
  readonly at: string
}

/**
 * Returns what the sandbox has delivered, which is nothing without an inbox. A line counts only with its line
 * break, since the sandbox may be writing the last one.
 */
export const readInbox = async (
  dataDir: string,
  file = 'sandbox-inbox.jsonl',
): Promise<readonly InboxLine[]> => {
  const text = await readFile(join(dataDir, file), 'utf8').catch(() => '')
  const lines = text.split('\n').slice(0, -1)
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as InboxLine)
}
