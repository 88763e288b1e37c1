import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { isId } from '@postrider/core/kernel/ids/id'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { eventually } from '@postrider/conformance/eventually'
import { aSend, aSendBody, freshKey, sendHeaders } from '../../hosts/http/a-send.js'
import { valueIn } from '../../hosts/http/refusals.js'
import { type DevScene, openDevScene, type Ran, type Surroundings } from './dev-scene.js'

type Row = Readonly<Record<string, string>>

const rowsIn = (text: string): readonly Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

const rowsOf = ({ out }: Ran): readonly Row[] => rowsIn(out)

describe('The message list of postrider-dev', () => {
  let scene: DevScene
  beforeEach(async () => {
    scene = await openDevScene()
  })
  afterEach(() => scene.close())

  const send = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { mine } = scene.http
    return String(valueIn(await scene.http.call('POST', '/v1/messages', aSend(mine, changes)), 'messageId'))
  }

  const sendBatch = async (count: number): Promise<readonly string[]> => {
    const { mine } = scene.http
    const messages = Array.from({ length: count }, () => aSendBody(mine))
    const headers = sendHeaders(mine, { 'Idempotency-Key': freshKey() })
    const sent = { headers, body: JSON.stringify({ messages }) }
    const items = valueIn(await scene.http.call('POST', '/v1/messages/batch', sent), 'items')
    return (items as readonly Row[]).map(({ messageId = '' }) => messageId)
  }

  /** Cancels a message before it is submitted to a provider. */
  const cancel = async (messageId: string): Promise<void> => {
    if (!isId('msg', messageId)) throw new Error('no message')
    const { ports } = scene.http
    const ended = await recordReports(ports).submit({
      _tag: 'Ended',
      messageId,
      attempt: 0,
      ending: { _tag: 'Cancelled' },
    })
    expect(ended).to.deep.equal(E.right('recorded'))
  }

  /** Follows with a command line. `rows` are the rows so far. */
  const follow = (args: readonly string[], around: Surroundings = {}) => {
    const controller = new AbortController()
    let seen = ''
    const onData = (text: string): void => void (seen += text)
    const ran = scene.run(['tail', ...args], { ...around, signal: controller.signal, onData })
    return {
      rows: () => rowsIn(seen),
      stop: async (): Promise<Ran> => {
        controller.abort()
        return ran
      },
    }
  }

  it('shows the requested number of messages, newest first, and continues from a cursor', async () => {
    const ids = [...(await sendBatch(3))].reverse()
    const all = await scene.run(['messages', '-o', 'jsonl'])
    expect(rowsOf(all).map(({ messageId }) => messageId)).to.deep.equal(ids)
    expect(all.out).not.to.include('9876543210')
    const first = await scene.run(['messages', '--limit', '2', '-o', 'jsonl'])
    expect(rowsOf(first).map(({ messageId }) => messageId)).to.deep.equal(ids.slice(0, 2))
    const cursor = /--cursor (\S+)/.exec(first.words)?.[1] ?? ''
    const rest = await scene.run(['messages', '--cursor', cursor, '-o', 'jsonl'])
    expect(rowsOf(rest).map(({ messageId }) => messageId)).to.deep.equal(ids.slice(2))
    expect([rest.code, rest.words]).to.deep.equal([0, ''])
  })

  it('is filtered by state, channel and time', async () => {
    const sms = await send()
    const email = await send(aSendBody(scene.http.mine, {}, 'email'))
    const idsOf = async (...args: readonly string[]) =>
      rowsOf(await scene.run(['messages', ...args, '-o', 'jsonl'])).map(({ messageId }) => messageId)
    expect(await idsOf('--channel', 'email')).to.deep.equal([email])
    expect(await idsOf('--since', '1h', '--state', 'ACCEPTED')).to.deep.equal([email, sms])
    expect(await idsOf('--since', new Date(Date.now() + 60_000).toISOString())).to.deep.equal([])
    const none = await scene.run(['messages', '--state', 'DELIVERED'])
    expect([none.code, none.words]).to.deep.equal([0, 'No messages.\n'])
    const first = await scene.run(['messages', '--since', '1h', '--limit', '1', '-o', 'jsonl'])
    const onward = /(--since) (\S+) (--cursor) (\S+)/.exec(first.words)?.slice(1) ?? []
    expect(await idsOf(...onward)).to.deep.equal([sms])
    for (const wrong of [
      ['--state', 'TELEPORTED'],
      ['--since', 'yesterday'],
      ['--limit', '0'],
      ['--cursor', 'none'],
    ])
      expect((await scene.run(['messages', ...wrong])).code, wrong.join(' ')).to.equal(2)
  })

  it('follows new messages and changes once each with the sending credential', async () => {
    await sendBatch(3)
    const followed = follow(['-n', '1', '-o', 'json'])
    await eventually('the last one is shown', () => followed.rows().length === 1)
    const many = [...(await sendBatch(50)), ...(await sendBatch(50)), ...(await sendBatch(50))]
    await eventually('the new ones are shown', () => followed.rows().length === 151)
    await cancel(many[0] ?? '')
    await eventually('the change is shown', () => followed.rows().length === 152)
    const { code } = await followed.stop()
    expect(code).to.equal(0)
    const shown = followed.rows().slice(1)
    expect(shown.slice(0, 150).map(({ messageId }) => messageId)).to.have.members(many)
    expect(shown.at(-1)).to.include({ messageId: many[0], state: 'CANCELLED' })
  })

  it('follows messages in one state', async () => {
    const old = await send()
    const followed = follow(['--state', 'CANCELLED', '-o', 'jsonl'])
    const next = await send()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await cancel(old)
    await eventually('the change is shown', () => followed.rows().length === 1)
    await followed.stop()
    expect(followed.rows().map(({ messageId }) => messageId)).to.deep.equal([old])
    expect(next).not.to.equal(old)
    expect((await scene.run(['tail', '--state', 'TELEPORTED'])).code).to.equal(2)
  })

  it('requires a session or an Agent key for a named organization or app', async () => {
    const named = await scene.run(['tail', '--app', 'app_1'])
    expect([named.code, named.words.includes('login --email')]).to.deep.equal([3, true])
    const file = join(scene.home, 'credential')
    writeFileSync(file, scene.http.mine.bearer)
    const read = await scene.runBare(['messages', '--credential-file', file, '--url', scene.url, '-o', 'tsv'])
    expect([read.code, read.out.split('\t')[0]]).to.deep.equal([0, 'messageId'])
  })
})
