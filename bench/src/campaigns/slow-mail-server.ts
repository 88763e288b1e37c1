import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A mail server in its own process, and its journal. */
export interface SlowMailServer {
  readonly port: number
  /** The number of emails per address. */
  received(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

/** Starts a mail server with this duration per email. */
export const startSlowMailServer = async (directory: string, mailMs: number): Promise<SlowMailServer> => {
  const journal = join(directory, 'mails.journal')
  await writeFile(journal, '')
  const child = fork(fileURLToPath(new URL('mail-process.js', import.meta.url)), [journal, String(mailMs)])
  const ended = once(child, 'exit')
  const [{ listening }] = (await once(child, 'message')) as [{ readonly listening: number }]
  return {
    port: listening,
    received: async () => {
      const counts = new Map<string, number>()
      for (const address of (await readFile(journal, 'utf8')).split('\n').filter(Boolean))
        counts.set(address, (counts.get(address) ?? 0) + 1)
      return counts
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
