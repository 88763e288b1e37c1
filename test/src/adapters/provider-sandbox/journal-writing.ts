import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { fresh } from '@postrider/conformance/builders/fresh'

/** The path of a journal whose process has ended. */
export const endedJournalPath = (dataDir: string, account: string): string => {
  const host = hostname().replace(/[^A-Za-z0-9-]/g, '-') || 'host'
  // No process has this id.
  const name = ['sandbox-journal', account, host, 4_194_305, randomBytes(6).toString('hex'), '0', 'jsonl']
  return join(dataDir, name.join('.'))
}

/** The content of a journal. */
export interface JournalPlan {
  readonly messages: number
  /** Every message with a multiple of this number is unreported. With 0, all are reported. */
  readonly openEach: number
  readonly atMs: number
}

const WRITTEN_TOGETHER = 1_000

const linesOf = (messageId: MessageId, at: number, { openEach, atMs }: JournalPlan): string => {
  const message = { messageId, channel: 'sms', to: '+447400120000', from: 'TSHOP', text: 'It is on its way.' }
  const taken = { kind: 'taken', messageId, atMs, dueMs: atMs, behavior: 'deliver', message }
  const isOpen = openEach > 0 && at % openEach === 0
  const reported = isOpen ? [] : [{ kind: 'reported', messageId, places: [0] }]
  return [taken, ...reported].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Writes a journal as an ended process leaves it, and returns its first and last message. */
export const writeJournal = async (path: string, plan: JournalPlan): Promise<readonly MessageId[]> => {
  const file = createWriteStream(path)
  const ends: MessageId[] = []
  for (let from = 0; from < plan.messages; from += WRITTEN_TOGETHER) {
    let text = ''
    for (let at = from; at < Math.min(from + WRITTEN_TOGETHER, plan.messages); at += 1) {
      const messageId = fresh.id('msg')
      if (at === 0 || at === plan.messages - 1) ends.push(messageId)
      text += linesOf(messageId, at, plan)
    }
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return ends
}
