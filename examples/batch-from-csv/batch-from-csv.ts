import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Postrider, PostriderError } from '@postrider/client'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

interface Row {
  readonly phone: string
  readonly name: string
  readonly order: string
}

interface Result {
  readonly status: 'accepted' | 'replayed' | 'rejected' | 'unknown'
  readonly messageId: string
  readonly problem: string
}

const AT_A_TIME = 8

const { POSTRIDER_URL = '', POSTRIDER_CREDENTIAL = '', POSTRIDER_SMS_TEMPLATE = '' } = process.env
const [file = 'people.csv', campaign = basename(file)] = process.argv.slice(2)

const postrider = new Postrider({ baseUrl: POSTRIDER_URL, credential: POSTRIDER_CREDENTIAL })
const { projectId, appId } = await postrider.credential.check()

/** The key of a person in a campaign. It sends one message, also if it is used again. */
const keyOf = ({ phone }: Row): string =>
  `csv-${createHash('sha256').update(`${campaign}\n${phone}`).digest('hex').slice(0, 32)}`

/** Without a definite answer, the message may have been accepted; the next run shows it. */
const resultOf = ({ code, status, retryable, fieldErrors }: PostriderError): Result => ({
  status: status === undefined || retryable ? 'unknown' : 'rejected',
  messageId: '',
  problem: fieldErrors.map(({ field, code: fault }) => `${field} ${fault}`).join(' ') || code,
})

const send = async (row: Row): Promise<Result> => {
  const { phone: to, name, order } = row
  const message = {
    projectId,
    appId,
    channel: 'sms',
    to,
    templateId: POSTRIDER_SMS_TEMPLATE,
    variables: { name, order },
  } as const
  try {
    const { messageId, lastResponse } = await postrider.messages.send(message, {
      idempotencyKey: keyOf(row),
    })
    return { status: lastResponse.replayed ? 'replayed' : 'accepted', messageId, problem: '' }
  } catch (error) {
    if (error instanceof PostriderError) return resultOf(error)
    throw error
  }
}

const rows = parse<Row>(readFileSync(file, 'utf8'), { columns: true, skip_empty_lines: true })
const results: Result[] = []
const waiting = [...rows.entries()]
const work = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    results[next[0]] = await send(next[1])
}
await Promise.all(Array.from({ length: AT_A_TIME }, work))

const report = rows.map((row, at) => ({ ...row, ...results[at] }))
writeFileSync(file.replace(/(\.csv)?$/, '.sent.csv'), stringify(report, { header: true }))
const count = (wanted: Result['status']): number => results.filter(({ status }) => status === wanted).length
console.log(
  `${count('accepted')} accepted, ${count('replayed')} were before, ${count('rejected')} rejected, ${count('unknown')} unknown`,
)
