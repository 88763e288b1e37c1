import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { readInbox } from '../adapters/provider-sandbox/read-inbox.js'
import { endCommands, runPostrider, startPostrider } from '../hosts/cli/run-postrider.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { addChannel, copyProduct } from './copy-of-the-product.js'
import { rcs } from './rcs/rcs.js'

const MINUTE_MS = 60_000
const TO = '+447400123456'

/** The fields of a `--save` file that are used here. */
interface Saved {
  readonly baseUrl: string
  readonly projectId: string
  readonly appId: string
  readonly credential: string
  readonly templates: Readonly<Record<string, { readonly templateId: string; readonly variables: object }>>
}

type Answer = Readonly<Record<string, unknown>>

const PEOPLE =
  '--admin-email olu@example.com --admin-name Olu --second-admin-email mina@example.com --second-admin-name Mina'
const SET_UP = `setup ${PEOPLE} --admin-password-file - --organization Acme --save saved.json --yes`.split(
  ' ',
)

describe('Another channel, made of a folder and a line,', function () {
  this.timeout(5 * MINUTE_MS)
  let place: string
  let cwd: string
  let settings: Readonly<Record<string, string>>
  const at = () => ({ cwd, program: join(place, 'hosts/cli/dist/main.js') })
  const saved = () => JSON.parse(readFileSync(join(cwd, 'saved.json'), 'utf8')) as Saved

  const call = async (path: string, headers: object, body?: object): Promise<Answer> => {
    const { baseUrl, credential } = saved()
    const answer = await fetch(`${baseUrl}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        ...headers,
      },
    })
    return (await answer.json()) as Answer
  }

  const bodyOf = (channel: string, variables?: object) => {
    const { projectId, appId, templates } = saved()
    const { templateId, variables: own } = templates[channel] ?? {}
    return { projectId, appId, channel, to: TO, templateId, variables: variables ?? own }
  }

  before(async () => {
    place = await freshDirectory('another-channel')
    cwd = await freshDirectory('with-another-channel')
    await copyProduct(place)
    await addChannel(place, rcs.channel)
    settings = { POSTRIDER_HTTP_PORT: String(await freePort()), POSTRIDER_DATA_DIR: join(cwd, 'data') }
    const made = await runPostrider(SET_UP, settings, 'seventeen green lanterns', at())
    expect(made.exitCode, made.err).to.equal(0)
    await startPostrider(['start'], settings, '', at()).logged('serving')
  })
  after(endCommands)

  it('is set up like the others, with a template that was linted and reviewed', () => {
    expect(Object.keys(saved().templates)).to.include.members(['sms', 'email', 'rcs'])
    expect(saved().templates['rcs']?.variables).to.deep.equal({ name: 'Asha', order: '10024' })
  })

  it('is priced and rendered', async () => {
    const dry = await call('/v1/messages', { prefer: 'handling=dry-run' }, bodyOf('rcs'))
    expect(dry).to.include({
      verdict: 'acceptable',
      rendered: 'Hello ••••, it has left our warehouse.',
      segments: 1,
      encoding: 'utf-8',
    })
    expect(dry['estimatedCharge']).to.include({ amountMinor: 33 })
  })

  it('is accepted, sent by the sandbox and delivered with the rendered text', async () => {
    const sent = await call('/v1/messages', { 'idempotency-key': 'another-channel-first' }, bodyOf('rcs'))
    expect(sent, JSON.stringify(sent)).to.include({ state: 'ACCEPTED' })
    const { messageId } = sent
    let message: Answer = {}
    await eventually('the message is delivered', async () => {
      message = await call(`/v1/messages/${String(messageId)}`, {})
      return message['state'] === 'DELIVERED'
    })
    expect(message).to.include({ channel: 'rcs' })
    expect(message['billing']).to.deep.equal({ status: 'settled', amountMinor: 33, currency: 'INR' })
    const inbox = await readInbox(join(cwd, 'data'))
    expect(inbox.find((line) => line.messageId === messageId)).to.include({
      channel: 'rcs',
      to: TO,
      from: 'acme',
      title: 'Your order 10024',
      text: 'Hello Asha, it has left our warehouse.',
    })
  })

  it('is refused what its own rules refuse, and nothing else is sent on it', async () => {
    const broken = await call(
      '/v1/messages',
      { 'idempotency-key': 'another-channel-broken' },
      { ...bodyOf('rcs'), to: 'x' },
    )
    expect(broken['fieldErrors'], JSON.stringify(broken)).to.deep.equal([
      { location: 'body', field: '/to', code: 'format', message: rcs.recipient.problem },
    ])
    const variables = { name: 'Asha', order: '1\n2' }
    const twoLines = await call(
      '/v1/messages',
      { 'idempotency-key': 'another-channel-lines' },
      bodyOf('rcs', variables),
    )
    expect(twoLines).to.include({ code: 'invalid_request' })
    const other = { ...bodyOf('sms'), channel: 'rcs' }
    expect(await call('/v1/messages', { 'idempotency-key': 'another-channel-other' }, other)).to.include({
      code: 'template_unavailable',
    })
  })

  it('is in the contract that the copy serves, with its parts', async () => {
    const contract = JSON.stringify(await call('/openapi.json', {}))
    for (const expected of [
      '"rcs"',
      'RCS: the agent.',
      'RCS: the line above the text.',
      '(SMS, WhatsApp, RCS)',
    ])
      expect(contract).to.contain(expected)
  })
})
