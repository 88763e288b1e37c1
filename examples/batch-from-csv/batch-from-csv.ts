import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type BatchOutcome, type MessageRequest, Postrider } from '@postrider/client'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

interface Row {
  readonly phone: string
  readonly name: string
  readonly order: string
}

type Problem = Extract<BatchOutcome, { error: unknown }>['error']
const problemOf = ({ code, fieldErrors }: Problem): string =>
  fieldErrors.map(({ field, code: fault }) => `${field} ${fault}`).join(' ') || code

const { POSTRIDER_URL = '', POSTRIDER_CREDENTIAL = '', POSTRIDER_SMS_TEMPLATE = '' } = process.env
const [file = 'people.csv'] = process.argv.slice(2)

const postrider = new Postrider({ baseUrl: POSTRIDER_URL, credential: POSTRIDER_CREDENTIAL })
const { projectId, appId } = await postrider.credential.check()

const text = readFileSync(file, 'utf8')
const rows = parse<Row>(text, { columns: true, skip_empty_lines: true })
const messages = rows.map(({ phone, name, order }): MessageRequest => ({
  projectId,
  appId,
  channel: 'sms',
  to: phone,
  templateId: POSTRIDER_SMS_TEMPLATE,
  variables: { name, order },
}))

// The key is the file's: however often it is run, and wherever it broke off, everybody gets one message.
const idempotencyKey = `csv-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
const send = async (places: readonly number[], key: string): Promise<readonly BatchOutcome[]> => {
  const some = places.flatMap((place) => messages[place] ?? [])
  let result = await postrider.messages.sendBatch(some, { idempotencyKey: key })
  if (result.unknown > 0) result = await postrider.messages.resend(result)
  return result.items.map((item) => ({ ...item, index: places[item.index] ?? item.index }))
}

const all = await send([...messages.keys()], idempotencyKey)
// A malformed row has the fifty of its request refused before any is sent; the others of them go without it.
const isBeside = (item: BatchOutcome): boolean =>
  'error' in item && item.error.code === 'invalid_request' && item.error.fieldErrors.length === 0
const others = all.filter(isBeside).map(({ index }) => index)
const again = others.length === 0 ? [] : await send(others, `${idempotencyKey}-others`)
const items = [...all.filter((item) => !isBeside(item)), ...again].sort((a, b) => a.index - b.index)

const report = items.map((item) => ({
  ...rows[item.index],
  status: item.status,
  messageId: 'messageId' in item ? item.messageId : '',
  problem: 'error' in item ? problemOf(item.error) : '',
}))
writeFileSync(file.replace(/(\.csv)?$/, '.sent.csv'), stringify(report, { header: true }))
const count = (status: BatchOutcome['status']): number =>
  items.filter((item) => item.status === status).length
console.log(
  `${count('accepted')} accepted, ${count('replayed')} were before, ${count('rejected')} rejected, ${count('unknown')} unknown`,
)
