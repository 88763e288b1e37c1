import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { KNOWN_PASSWORD, KNOWN_PASSWORD_HASH } from '../../builders/a-known-password.js'
import { aSignedInUser, type SignedIn, takeIn } from '../../builders/signed-in.js'
import { aFirm, type Firm } from '../http/a-firm.js'
import { IDENTIFIED } from '../http/control-requests.js'
import type { LiveClient } from '../live/live-client.js'
import { openWebsiteStage, type WebsiteStage } from './website-stage.js'

interface Scene {
  readonly stage: WebsiteStage
  readonly firm: Firm
  readonly victim: SignedIn
  readonly owner: LiveClient
}

const REASON = { reason: 'For the test.' }
const PASSWORD = { currentPassword: KNOWN_PASSWORD }

const here = ({ firm }: Scene) => ({ organizationId: firm.tenant.organization.organizationId })

const done = async (client: LiveClient, operation: string, body: object): Promise<unknown> => {
  const { result, error } = await client.call(operation, body)
  if (result === undefined) throw new Error(`${operation}: ${JSON.stringify(error)}`)
  return result
}

/**
 * The removed permission, the error that its subscriptions end with, and how it is removed. Undefined: the
 * socket closes.
 */
const TAKEN: ReadonlyArray<
  readonly [what: string, code: string | undefined, take: (scene: Scene) => Promise<unknown>]
> = [
  [
    'the membership',
    'not_found',
    (scene) =>
      done(scene.owner, 'revokeOrganizationMember', {
        ...here(scene),
        userId: scene.victim.userId,
        ...REASON,
      }),
  ],
  [
    'the role',
    'permission_denied',
    (scene) =>
      done(scene.owner, 'changeOrganizationMemberRole', {
        ...here(scene),
        userId: scene.victim.userId,
        role: 'viewer',
        ...REASON,
      }),
  ],
  [
    'a membership that they ended themselves',
    'not_found',
    async (scene) => done(await scene.stage.enter(scene.victim), 'leaveOrganization', here(scene)),
  ],
  [
    'the session, by another session',
    undefined,
    async ({ stage, victim }) => {
      const other = await stage.enter(victim)
      const { sessions } = (await done(other, 'listOwnSessions', {})) as {
        sessions: ReadonlyArray<{ sessionId: string; isCurrent: boolean; place: string }>
      }
      const ended = sessions.filter(({ isCurrent, place }) => !isCurrent && place === 'website')
      for (const { sessionId } of ended) await done(other, 'endOwnSession', { sessionId, ...PASSWORD })
    },
  ],
  [
    'every session',
    undefined,
    async ({ stage, victim }) => done(await stage.enter(victim), 'endOwnSessions', PASSWORD),
  ],
  [
    'active status',
    undefined,
    ({ stage, victim }) =>
      exclusively(stage.http.ports, async (unit) => {
        const user = await unit.users.lock(victim.userId)
        if (user !== undefined) unit.users.replace({ ...user, status: 'disabled' })
      }),
  ],
]

describe('Permissions that are removed while the website is open', () => {
  let stage: WebsiteStage
  let firm: Firm
  before(async () => {
    stage = await openWebsiteStage()
    firm = await aFirm(stage.http, stage.http.mine)
  })
  after(() => stage.close())

  /** All received frames. */
  const heard = ({ frames }: LiveClient): string => JSON.stringify(frames)
  const eventsOf = ({ frames }: LiveClient) => frames.filter(({ method }) => method === 'live.event')
  /** The received events. */
  const shown = (client: LiveClient): string => JSON.stringify(eventsOf(client))

  for (const [what, code, take] of TAKEN)
    it(`hide everything that was committed after ${what} was removed`, async () => {
      const { organizationId } = firm.tenant.organization
      const victim = await aSignedInUser(stage.http, { user: { passwordHash: KNOWN_PASSWORD_HASH } })
      await takeIn(stage.http, organizationId, victim, 'admin')
      const owner = await stage.enter(firm.members.owner)
      const client = await stage.enter(victim)
      const asker = firm.members.owner
      const made = { http: stage.http, firm, asker }
      const ticketId = String(await IDENTIFIED['ticketId']?.(made))
      const chatId = String(await IDENTIFIED['chatId']?.(made))
      const readings = [
        { subscription: 'ticket', operation: 'getCustomerSupportTicket', request: { ticketId } },
        { subscription: 'chat', operation: 'getCustomerSupportChat', request: { chatId } },
        { subscription: 'keys', operation: 'listOrganizationAgentKeys', request: { organizationId } },
      ]
      for (const each of [client, owner])
        for (const params of readings) {
          expect((await each.call('live.subscribe', params)).error).to.equal(undefined)
          await each.nextEvent(params.subscription)
        }
      const sayEverywhere = async (mark: string): Promise<void> => {
        await done(owner, 'appendCustomerSupportReply', { ticketId, text: `${mark} on the ticket` })
        await done(owner, 'sendChatMessage', { chatId, text: `${mark} in the chat` })
        await done(owner, 'createBootstrapAgentKey', { label: `${mark} elsewhere`, ...REASON })
      }
      const marks = (mark: string) => [`${mark} on the ticket`, `${mark} in the chat`]
      const sees = (each: LiveClient, mark: string) => marks(mark).every((one) => shown(each).includes(one))
      await sayEverywhere('Before')
      await eventually('it is shown while it may be', () => sees(client, 'Before') && sees(owner, 'Before'))
      await take({ stage, firm, victim, owner })
      for (const mark of ['First', 'Second', 'Third']) await sayEverywhere(mark)
      await eventually('others see it', () => sees(owner, 'Third'))
      if (code === undefined) expect(await client.closed()).to.equal(4401)
      else {
        const overs = () => client.frames.filter(({ method }) => method === 'live.over')
        await eventually('all are over', () => overs().length === readings.length)
        for (const { params } of overs()) expect(params?.['error']).to.include({ code })
        // Everything in progress arrives before this response.
        await client.call('listOwnSessions')
      }
      for (const mark of ['First', 'Second', 'Third'])
        for (const one of marks(mark)) expect(heard(client)).to.not.include(one)
      owner.cut()
      client.cut()
    })

  it("don't rerun a reading for other organizations' tickets", async () => {
    const others = await aFirm(stage.http, stage.http.other)
    const client = await stage.enter(firm.members.owner)
    const ticketId = String(
      await IDENTIFIED['ticketId']?.({ http: stage.http, firm, asker: firm.members.owner }),
    )
    const params = { subscription: 't', operation: 'getCustomerSupportTicket', request: { ticketId } }
    await client.call('live.subscribe', params)
    await client.nextEvent('t')
    const numbered = async (): Promise<number> => (await right(stage.http.ports.storage.feed.head())).seq
    const first = await numbered()
    await done(client, 'appendCustomerSupportReply', { ticketId, text: 'Begun' })
    await eventually('all of one’s own is told', async () => {
      const [now, last] = [await numbered(), eventsOf(client).at(-1)]
      return now > first && shown(client).includes('Begun') && Number(last?.params?.['seq']) >= now
    })
    const before = eventsOf(client).length
    const foreign = await stage.enter(others.members.owner)
    const theirs = { organizationId: others.tenant.organization.organizationId }
    const subject = { subject: 'Elsewhere', text: 'Elsewhere', category: 'other', priority: 'low' }
    const list = { subscription: 't', operation: 'listCustomerSupportTickets', request: theirs }
    await foreign.call('live.subscribe', list)
    await foreign.nextEvent('t')
    await done(foreign, 'createSupportTicket', { ...theirs, ...subject })
    // If one socket of a process has received it, it has passed all of them.
    await eventually('theirs is shown', () => shown(foreign).includes('Elsewhere'))
    expect(eventsOf(client).length).to.equal(before)
    await done(client, 'appendCustomerSupportReply', { ticketId, text: 'Here' })
    await eventually('one’s own is shown', () => shown(client).includes('Here'))
  })
})
