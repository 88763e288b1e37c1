import { expect } from 'chai'
import { takeMail, type TakingServer } from '../adapters/mail-smtp/take-mail.js'
import { openPromotingScene, type PromotingScene } from './promoting-scene.js'

/** The replies to RCPT, by the local part. */
const REPLIES: Readonly<Record<string, string>> = {
  nobody: '5.1.1 The account does not exist',
  full: '5.2.2 Mailbox full',
  zen: '5.7.1 Service unavailable; client host blocked using zen.example',
}

describe('A mail server that refuses a recipient', () => {
  let server: TakingServer
  let scene: PromotingScene
  const asked: string[] = []

  before(async () => {
    server = await takeMail({
      hideSTARTTLS: true,
      onRcptTo: ({ address }, _session, answer) => {
        asked.push(address)
        const reply = REPLIES[address.split('@')[0] ?? '']
        answer(reply === undefined ? null : Object.assign(new Error(reply), { responseCode: 550 }))
      },
    })
    scene = await openPromotingScene({
      sender: { channel: 'email', from: 'news@shop.example' },
      account: { kind: 'smtp', settings: { host: '127.0.0.1', port: server.port, tls: 'none' } },
      secrets: {},
    })
  })
  after(async () => {
    await scene.stop()
    await server.close()
  })

  it('is asked once about a mailbox that does not exist, and the recipient is suppressed', async () => {
    const to = 'nobody@example.com'
    const messageId = await scene.send('invoice', to)
    expect(await scene.reaches(messageId, 'FAILED')).to.include({ failureCode: 'recipient_invalid' })
    await scene.becomes('invoice', to, 'destination_not_allowed')
    expect(asked.filter((address) => address === to)).to.have.length(1)
  })

  it('only fails the message if the mailbox is full', async () => {
    const messageId = await scene.send('invoice', 'full@example.com')
    expect(await scene.reaches(messageId, 'FAILED')).to.include({ failureCode: 'recipient_unreachable' })
    expect(await scene.verdict('offer', 'full@example.com')).to.equal('acceptable')
  })

  it('leaves the message waiting, and the recipient as they are, if it refuses our host', async () => {
    const messageId = await scene.send('invoice', 'zen@example.com')
    await scene.reaches(await scene.send('invoice', 'full@example.com'), 'FAILED')
    expect(asked).to.include('zen@example.com')
    expect(await scene.read(messageId)).to.include({ state: 'ACCEPTED' })
    expect(await scene.verdict('offer', 'zen@example.com')).to.equal('acceptable')
  })
})
