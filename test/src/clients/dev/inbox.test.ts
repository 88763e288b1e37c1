import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { isId } from '@postrider/core/kernel/ids/id'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { answerOf, type DevScene, openDevScene, type Ran } from './dev-scene.js'

const errorOf = ({ words }: Ran): Readonly<Record<string, unknown>> => {
  const line = words.trimEnd().split('\n').at(-1) ?? ''
  return (JSON.parse(line) as { error: Readonly<Record<string, unknown>> }).error
}

describe('The inbox, CSV and errors of postrider-dev', () => {
  let scene: DevScene
  before(async () => {
    scene = await openDevScene()
  })
  after(() => scene.close())

  const deliver = async (to: string): Promise<string> => {
    const sent = await scene.run([
      'send',
      ...scene.message.slice(0, 1),
      `--to=${to}`,
      ...scene.message.slice(2),
      '-o',
      'json',
    ])
    const messageId = String(answerOf(sent)['messageId'])
    if (!isId('msg', messageId)) throw new Error(sent.words)
    const { ports } = scene.http
    const providerAccountId = fresh.id('pac')
    const facts = {
      providerAccountId,
      providerMessageId: 'x',
      channel: 'sms',
      from: 'ACME',
      subject: undefined,
    }
    const delivered = {
      ...facts,
      messageId,
      to,
      text: 'Code 424242',
      otp: '424242',
      deliveredAtMs: Date.now(),
    }
    await right(recordReceipts(ports, recordReports(ports)).record({ delivered: [delivered] }))
    return messageId
  }

  it('show the sandbox deliveries, oldest first, of all recipients or one', async () => {
    const ids = [await deliver('+919876543210'), await deliver('+919876543211')]
    const all = await scene.run(['inbox', '-o', 'jsonl'])
    expect(
      all.out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { messageId: string }).messageId),
    ).to.deep.equal(ids)
    const one = await scene.run(['inbox', '--recipient', '+919876543211', '-o', 'json'])
    expect(JSON.parse(one.out)).to.have.lengthOf(1).and.to.have.nested.property('[0].otp', '424242')
    expect((await scene.run(['inbox', '--last', '1', '-o', 'tsv'])).out.trim().split('\n')).to.have.lengthOf(
      2,
    )
  })

  it('follow new deliveries', async () => {
    const stop = new AbortController()
    let seen = ''
    const following = scene.run(['inbox', '--follow', '--last', '0', '-o', 'jsonl'], {
      signal: stop.signal,
      onData: (text) => {
        seen += text
        stop.abort()
      },
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const messageId = await deliver('+919876543212')
    const ended = await following
    expect([ended.code, seen.trim().split('\n').length]).to.deep.equal([0, 1])
    expect(seen).to.include(messageId)
  })

  it('follow with one JSON object per line, also with -o json', async () => {
    const stop = new AbortController()
    let seen = ''
    const following = scene.run(['inbox', '--follow', '--last', '1', '-o', 'json'], {
      signal: stop.signal,
      onData: (text) => {
        seen += text
        if (seen.trim().split('\n').length === 2) stop.abort()
      },
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const messageId = await deliver('+919876543213')
    expect((await following).code).to.equal(0)
    const lines = seen.trim().split('\n')
    expect(lines).to.have.lengthOf(2)
    expect(lines.map((line) => (JSON.parse(line) as { messageId: string }).messageId)[1]).to.equal(messageId)
  })

  const csvOf = (name: string, text: string): string => {
    const path = join(scene.home, name)
    writeFileSync(path, text)
    return path
  }

  it('send CSV with a header row, quotes, line breaks and variables', async () => {
    const { templateId } = scene.http.mine.template.sms
    const head = '\uFEFFchannel,to,templateId,variables.name,variables.note\r\n'
    const rows = [
      `sms,+919876543220,${templateId},"Asha, ""the first""","It has\nleft."`,
      `sms,+919876543221,${templateId},Ravi,Hello`,
    ]
    const file = csvOf('people.csv', `${head}${rows.join('\r\n')}\r\n`)
    const sent = await scene.run(['batch', file, '-o', 'jsonl'])
    expect([sent.code, sent.words.includes('accepted 2')]).to.deep.equal([0, true])
    const piped = await scene.run(['batch', '-', '--format', 'csv', '--dry-run', '-o', 'jsonl'], {
      piped: `${head}${rows[1]}`,
    })
    expect(JSON.parse(piped.out)).to.include({ line: 2, verdict: 'acceptable' })
  })

  it('send nothing from malformed CSV, and report the problem', async () => {
    const unknown = await scene.run(['batch', csvOf('a.csv', 'channel,phone\nsms,1')])
    expect([unknown.code, unknown.words.includes('column "phone"')]).to.deep.equal([2, true])
    const ragged = await scene.run(['batch', csvOf('b.csv', 'channel,to\nsms')])
    expect([ragged.code, ragged.words.includes('isn’t valid CSV')]).to.deep.equal([2, true])
    const missing = await scene.run(['batch', csvOf('c.csv', 'channel,to\nsms,+919876543210')])
    expect([missing.code, missing.words.includes('c.csv:2 /templateId')]).to.deep.equal([2, true])
  })

  it('write errors as JSON with JSON output', async () => {
    const malformed = await scene.run(['find', '-o', 'json'])
    expect([malformed.code, errorOf(malformed)]).to.deep.equal([
      2,
      { code: 'usage', message: 'Pass either --key or --reference.', exitCode: 2 },
    ])
    const mistyped = await scene.run(['sned', '--output=json'])
    expect([mistyped.code, errorOf(mistyped)['code'], mistyped.words.split('\n').length]).to.deep.equal([
      2,
      'usage',
      2,
    ])
    const unknown = await scene.run(['get', 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd', '-o', 'jsonl'])
    expect(errorOf(unknown)).to.include({ code: 'not_found', status: 404, exitCode: 4, retryable: false })
    expect(errorOf(unknown)['requestId']).to.match(/^req_/)
  })
})
