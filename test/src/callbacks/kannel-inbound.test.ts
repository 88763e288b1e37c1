import { expect } from 'chai'
import type { Composition } from '@postrider/wiring/compose'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { type Smsc, startSmsc } from '../adapters/provider-smpp/smsc.js'
import { acceptHere, composeHere, dispatchHere } from '../hosts/own-host.js'
import { acceptTexts } from '../hosts/http/send-sms.js'
import { readEvidence } from '../crash/evidence.js'
import { asOperator } from '../hosts/http/agents.js'
import { freePort } from '../servers/free-port.js'
import { type Kannel, kannelAddress, startKannel } from '../servers/kannel.js'
import { freshDirectory } from '../servers/run-directory.js'
import { type GatewayScene, setGatewayScene } from './gateway-scene.js'

const LOGIN = { username: 'shop', password: 'a secret&' }
/** Recipients that reply with the text they get. */
const ECHO = '+919971234567'

describe('A Kannel between the service and an SMSC', () => {
  let smsc: Smsc
  let kannel: Kannel
  let scene: GatewayScene
  let composition: Composition
  const ends: Array<() => Promise<unknown>> = []

  before(async () => {
    smsc = await startSmsc()
    ends.push(smsc.kill)
    const sendingPort = await freePort()
    scene = await setGatewayScene(
      { POSTRIDER_DATA_DIR: await freshDirectory('kannel-inbound') },
      { settings: { preset: 'kannel', url: kannelAddress(sendingPort) }, secrets: LOGIN },
    )
    composition = await composeHere(scene.settings)
    ends.push(composition.close)
    const [account] = (await right(composition.ports.storage.administration.providerAccounts())).value
    ends.push((await acceptHere(composition, scene.httpPort)).stop)
    const inboundTo = `http://127.0.0.1:${scene.httpPort}/callbacks/${account?.providerAccountId}/${scene.token}`
    kannel = await startKannel({ sendingPort, over: { smppPort: smsc.port, inboundTo } })
    ends.push(kannel.stop)
    ends.push(await dispatchHere(composition))
    await eventually('it is bound', () => smsc.events().some(({ event }) => event === 'bind'))
  })
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  /** Sends a text over Kannel to a recipient that returns it to its sender. */
  const haveWritten = async (text: string): Promise<void> => {
    const query = new URLSearchParams({ ...LOGIN, from: 'PSTRDR', to: ECHO, text })
    expect((await fetch(`${kannel.url}?${query.toString()}`)).status).to.equal(202)
  }

  const inbound = async () => (await asOperator(composition, 'listInboundMessages', {})).messages

  it('passes on an inbound message, once, with its Organization', async () => {
    await haveWritten('Where is my order? €5 {soon}')
    await eventually('it is here', async () => (await inbound()).length === 1)
    await eventually('it has its owner', async () => (await inbound())[0]?.state === 'assigned')
    const [message] = await inbound()
    expect(message).to.include({
      text: 'Where is my order? €5 {soon}',
      to: 'PSTRDR',
      organizationId: scene.tenant.organization.organizationId,
    })
  })

  it('has its reports understood: a text is delivered', async () => {
    const to = '+919800000009'
    await acceptTexts({ tenant: scene.tenant, port: scene.httpPort }, [to])
    const of = async () =>
      (await readEvidence(composition.ports.storage)).find(({ message }) => message.to === to)
    await eventually('it is delivered', async () => (await of())?.message.state === 'DELIVERED')
    expect(smsc.submits().filter(({ destination_addr }) => to.endsWith(destination_addr))).to.have.length(1)
  })

  it('passes on STOP, which suppresses its author', async () => {
    await haveWritten('STOP')
    const { organizationId } = scene.tenant.organization
    const query = { organizationId, recipient: undefined, before: undefined, limit: 10 }
    const kept = async () => (await right(composition.ports.storage.administration.suppressions(query))).value
    await eventually('the writer is suppressed', async () => (await kept()).length === 1)
    expect((await kept())[0]).to.include({ source: 'opt_out', scope: 'all' })
    const refused = await acceptTexts({ tenant: scene.tenant, port: scene.httpPort }, [ECHO]).catch(String)
    expect(refused).to.include('destination_not_allowed')
  })
})
