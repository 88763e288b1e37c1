import { expect } from 'chai'
import { asOperator } from '../hosts/http/agents.js'
import { openSmppScene, type SmppScene } from './smpp-scene.js'

const REFUSED = 'destination_not_allowed'
const ACCEPTED = 'acceptable'

/** Texts that people write in place of STOP. */
const STOPS = ['STOP', 'stop  \r\n', 'OPTOUT', 'Unsubscribe', 'STOPALL', 'end', 'Quit', 'cancel', 'Stop.', 'STOP!',
  'stop please', 'Stop. Thank you', 'opt out', 'opt-out', 'revoke', 'unsubscribe me', 'stop all',
  'Please stop texting me', 'no more messages', 'STOP ACMECO', 'ARRET', 'STOPP', 'BAJA', 'PARAR'] // prettier-ignore
const STARTS = ['START', 'UNSTOP', 'Start.', 'YES']

describe('People who write STOP over an SMSC', () => {
  let scene: SmppScene
  before(async () => {
    scene = await openSmppScene()
  })
  after(() => scene.stop())

  it('get neither offers nor invoices from then on, in many words', async () => {
    const people = STOPS.map((text, at) => ({ text, to: `+9198100000${String(at).padStart(2, '0')}` }))
    for (const { text, to } of people) await scene.write(to, text)
    for (const { to } of people) await scene.becomes('offer', to, REFUSED)
    expect(await Promise.all(people.map(({ to }) => scene.verdict('invoice', to)))).to.deep.equal(
      people.map(() => REFUSED),
    )
  })

  it('get them again after START, in several words', async () => {
    for (const [at, text] of STARTS.entries()) {
      const to = `+91982000000${at}`
      await scene.write(to, 'Stop')
      await scene.becomes('offer', to, REFUSED)
      await scene.write(to, text)
      await scene.becomes('offer', to, ACCEPTED)
    }
  })

  it('are shown to super admins if their text is longer', async () => {
    const to = '+919830000000'
    await scene.write(to, 'I would like you to stop sending these')
    const unclear = async () =>
      (await asOperator(scene.composition, 'listInboundMessages', { task: 'unclear' })).messages
    await scene.becomes('offer', to, ACCEPTED)
    expect((await unclear()).map(({ text }) => text)).to.deep.equal([
      'I would like you to stop sending these',
    ])
  })
})
