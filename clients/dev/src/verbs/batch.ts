import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { BatchOutcome, BatchResult, FetchLike, MessageRequest, Postrider } from '@postrider/client'
import { openClient } from '../access/open-client.js'
import type { CommandTerminal } from '../command-terminal.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { bodyProblems } from '../operations/check-body.js'
import type { RequestSchema } from '../operations/operations.js'
import { MESSAGE_REQUEST } from '../operations/registry.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'

/** The options for sending a file. */
export interface BatchChoice {
  readonly key?: string
  readonly dryRun?: boolean
  readonly format?: 'jsonl' | 'csv'
}

/** A message with its line in the file, counted from 1. */
interface NumberedMessage {
  readonly line: number
  readonly message: MessageRequest
}

type Scope = Pick<MessageRequest, 'projectId' | 'appId'>

const SHOWN_FAULTS = 10
/** The most messages per request, as in the client. */
const SLICE = 50
const PREVIEWS_AT_A_TIME = 8

const readAll = async ({ input }: CommandTerminal, file: string): Promise<string> => {
  if (file === '-') return text(input)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw usageError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** An unchecked line of a file: the fields of a message, or the problem with the line. */
interface GivenLine {
  readonly line: number
  readonly given: object | string
}

const parsedLine = (line: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const jsonLinesIn = (content: string): readonly GivenLine[] =>
  content.split('\n').flatMap((each, at): readonly GivenLine[] => {
    if (each.trim() === '') return []
    return [{ line: at + 1, given: parsedLine(each) ?? 'isn’t a JSON object' }]
  })

const linesIn = async (file: string, content: string, choice: BatchChoice): Promise<readonly GivenLine[]> => {
  const format = choice.format ?? (file.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl')
  if (format === 'jsonl') return jsonLinesIn(content)
  return (await import('./csv-lines.js')).csvLinesIn(file, content)
}

/** The messages of a file. If a line is malformed, nothing is sent, and all malformed lines are reported. */
const messagesIn = (file: string, lines: readonly GivenLine[], scope: Scope): readonly NumberedMessage[] => {
  const schema = JSON.parse(MESSAGE_REQUEST) as RequestSchema
  const faults: string[] = []
  const found = lines.map(({ line, given }): NumberedMessage => {
    const message = typeof given === 'string' ? scope : { ...scope, ...given }
    if (typeof given === 'string') faults.push(`${file}:${line} ${given}.`)
    else
      for (const one of bodyProblems(schema, message))
        faults.push(`${file}:${line} ${one.field} ${one.message}.`)
    return { line, message: message as MessageRequest }
  })
  if (faults.length > 0) {
    const more = faults.length - SHOWN_FAULTS
    const shown = faults.slice(0, SHOWN_FAULTS).join('\n')
    throw usageError(`${shown}${more > 0 ? `\n… and ${more} more.` : ''}`, 'Nothing was sent.')
  }
  if (found.length === 0) throw usageError(`${file} has no messages.`)
  return found
}

/** Counts the completed requests of a batch, for the progress display. */
const countingFetch =
  (answered: () => void): FetchLike =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (url.endsWith('/batch') && response.status < 500 && response.status !== 429) answered()
    return response
  }

const shownOutcome = (messages: readonly NumberedMessage[], outcome: BatchOutcome) => ({
  line: messages[outcome.index]?.line,
  ...outcome,
})

const exitCodeOfBatch = ({ unknown, rejected }: BatchResult): ExitCode => {
  if (unknown > 0) return EXIT.temporary
  return rejected > 0 ? EXIT.failed : EXIT.ok
}

const COLUMNS = ['line', 'status', 'messageId', 'error.code', 'error.message']

const sendAll = async (
  verb: Verb,
  messages: readonly NumberedMessage[],
  idempotencyKey: string,
): Promise<ExitCode> => {
  let answered = 0
  const fetchCounting = countingFetch(() => {
    answered += 1
  })
  const { client } = await openClient(verb.terminal, verb.access, { fetch: fetchCounting })
  const { signal, words } = verb.terminal
  const slices = Math.ceil(messages.length / SLICE)
  verb.say(
    `key ${idempotencyKey}: to send missing messages, run the same command on the same file with --key ${idempotencyKey}. Put corrected lines into another file.`,
  )
  const result = await withProgress(
    words,
    () => `sending ${messages.length} messages, ${Math.min(answered, slices)} of ${slices} requests done`,
    () =>
      client.messages.sendBatch(
        messages.map(({ message }) => message),
        { idempotencyKey, signal },
      ),
  )
  const writer = verb.writer(COLUMNS)
  for (const outcome of result.items) writer.add(shownOutcome(messages, outcome))
  writer.end()
  const { accepted, replayed, rejected, unknown } = result
  verb.say(`accepted ${accepted}, replayed ${replayed}, rejected ${rejected}, unknown ${unknown}`)
  return exitCodeOfBatch(result)
}

/** Previews all messages, several at a time, in order. */
const previewAll = async (
  verb: Verb,
  { messages: resource }: Postrider,
  messages: readonly NumberedMessage[],
): Promise<ExitCode> => {
  const { signal, words } = verb.terminal
  const rows: Array<Readonly<Record<string, unknown>>> = []
  let next = 0
  let refused = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < messages.length; at = next++) {
      const { line, message } = messages[at] as NumberedMessage
      const { verdict, segments, estimatedCharge, error } = await resource.preview(message, { signal })
      if (verdict === 'refused') refused += 1
      const { amountMinor, currency } = estimatedCharge ?? {}
      rows[at] = { line, verdict, segments, amountMinor, currency, error }
    }
  }
  await withProgress(
    words,
    () => `checking ${next} of ${messages.length} messages`,
    () => Promise.all(Array.from({ length: PREVIEWS_AT_A_TIME }, work)),
  )
  const writer = verb.writer(['line', 'verdict', 'segments', 'amountMinor', 'currency', 'error.code'])
  for (const row of rows) writer.add(row)
  writer.end()
  verb.say(`acceptable ${messages.length - refused}, refused ${refused}; nothing was sent`)
  return refused > 0 ? EXIT.failed : EXIT.ok
}

/** `batch` */
export const batch = async (verb: Verb, choice: BatchChoice, file: string): Promise<ExitCode> => {
  const content = await readAll(verb.terminal, file)
  const { client, scope } = await openClient(verb.terminal, verb.access)
  const { projectId, appId } = await scope()
  const messages = messagesIn(file, await linesIn(file, content, choice), { projectId, appId })
  if (choice.dryRun === true) return previewAll(verb, client, messages)
  return sendAll(verb, messages, choice.key ?? randomUUID())
}
