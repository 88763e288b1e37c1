import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import twilio from 'twilio'
import type { Composition } from '@postrider/wiring/compose'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import type { KeywordReplies, ReplyKind } from '@postrider/core/tenancy/domain/keyword-replies'
import { readEvidence } from '../crash/evidence.js'
import { acceptHere, composeHere, dispatchHere } from '../hosts/own-host.js'
import { acceptTexts } from '../hosts/http/send-sms.js'
import { freshDirectory } from '../servers/run-directory.js'
import { type GatewayScene, setTwilioScene } from './gateway-scene.js'
import { AUTH_TOKEN, startTwilioGateway, type TwilioGateway } from './twilio-gateway.js'

const ASHA = '+919876543210'
const WORDS: Readonly<Record<ReplyKind, string>> = {
  help: 'Acme: write to help@example.com.',
  stop: 'Acme: you are unsubscribed. Reply START to subscribe again.',
  start: 'Acme: you get our messages again. Reply STOP to end them.',
}

describe('Keywords that people write to a sender behind a gateway', () => {
  const ends: Array<() => Promise<unknown>> = []
  let gateway: TwilioGateway
  let scene: GatewayScene
  let composition: Composition
  let callTo: string

  /** Gives the app a template for each reply, and two dispatchers. */
  before(async () => {
    gateway = await startTwilioGateway()
    ends.push(gateway.close)
    scene = await setTwilioScene({ POSTRIDER_DATA_DIR: await freshDirectory('keyword-replies') }, gateway)
    composition = await composeHere(scene.settings)
    ends.push(composition.close)
    const { organization, app } = scene.tenant
    const { organizationId } = organization
    const kinds = Object.keys(WORDS) as readonly ReplyKind[]
    const templates = kinds.map((kind) =>
      aTemplate({
        organizationId,
        name: kind,
        variables: [],
        content: { channel: 'sms', text: WORDS[kind], registration: DLT_REGISTRATION },
      }),
    )
    const keywordReplies: KeywordReplies = Object.fromEntries(
      templates.map(({ name, templateId }) => [name, [templateId]]),
    )
    await exclusively(composition.ports, async (unit) => {
      for (const template of templates) unit.templates.add(template)
      const held = await unit.apps.lock(app.appId)
      if (held === undefined) throw new Error('the app is gone')
      unit.apps.replace({ ...held, keywordReplies, version: held.version + 1 })
    })
    ends.push((await acceptHere(composition, scene.httpPort)).stop)
    for (let count = 0; count < 2; count += 1) ends.push(await dispatchHere(composition))
    await acceptTexts({ tenant: scene.tenant, port: scene.httpPort }, ['+919800000001'])
    await eventually('the first text is sent', () => gateway.texts().length === 1)
    callTo = gateway.texts()[0]?.callTo ?? ''
  })
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  /** Calls as Twilio does for a message from Asha, twice, as after a lost response. */
  const write = async (id: string, Body: string): Promise<void> => {
    const fields = { MessageSid: id, SmsStatus: 'received', From: ASHA, To: 'PSTRDR', Body }
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(callTo, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': twilio.getExpectedTwilioSignature(AUTH_TOKEN, callTo, fields),
        },
        body: new URLSearchParams(fields),
      })
      expect(answer.status).to.be.within(200, 204)
    }
  }

  const sentToAsha = (): readonly string[] =>
    gateway
      .texts()
      .filter(({ to }) => to === ASHA)
      .map(({ body }) => body)

  const becomes = async (words: readonly string[]): Promise<void> => {
    await eventually('the reply is sent', () => sentToAsha().length >= words.length)
    expect(sentToAsha()).to.deep.equal(words)
  }

  it('get their replies once through the gateway of the app, and nothing else follows an opt-out', async () => {
    const { help, stop, start } = WORDS
    await write('SM1', 'Help')
    await becomes([help])
    await write('SM2', 'Stop, thank you')
    await becomes([help, stop])
    const refused = await acceptTexts({ tenant: scene.tenant, port: scene.httpPort }, [ASHA]).catch(String)
    expect(refused).to.include('destination_not_allowed')
    await write('SM3', 'stop')
    await write('SM4', 'info')
    await write('SM5', 'Unstop')
    await becomes([help, stop, start])
  })

  it('have their replies in the books like other messages', async () => {
    const { storage } = composition.ports
    const replies = async () =>
      (await readEvidence(storage)).flatMap(({ message }) =>
        message.to === ASHA ? [[message.lane, message.state, message.sender]] : [],
      )
    const submitted = Object.keys(WORDS).map(() => ['transactional', 'SUBMITTED', 'PSTRDR'])
    // The gateway has a text before its outcome is stored.
    await eventually('their outcomes are stored', async () => isDeepStrictEqual(await replies(), submitted))
    const due = () => right(storage.inbound.dueReplies(Number.MAX_SAFE_INTEGER, undefined, 10))
    await eventually('no reply is due', async () => (await due()).length === 0)
  })
})
