import { setTimeout as pause } from 'node:timers/promises'
import type { Agent } from 'node:http'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '@postrider/conformance/outcome'
import { aMember } from '@postrider/conformance/builders/a-user'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { catalogChanger, CHANGE_KINDS } from '../../benchmarks/growth/catalog-changes.js'
import type { BenchTenant } from '../../benchmarks/requests.js'
import { enterWebsite } from '@postrider/test/builders/a-website'
import { issueCredential } from '@postrider/test/builders/issue-credential'
import { aSignedInUser } from '@postrider/test/builders/signed-in'
import { type Campaign, type Figure, shareOf } from '../campaign.js'
import { type Ground, judgeGround, onGround } from './ground.js'
import { loops, sendOne } from './send-loop.js'

const ORGANIZATIONS = 500
const SECONDS = 120
const SENDERS = 24
const REVOKERS = 2
/** Concurrent sends with a credential before and after it is revoked. */
const SENDS_BEFORE = 5
const SENDS_AFTER = 10

const NOWHERE = { requestId: undefined, clientAddress: undefined }

/** The observations about revocations. */
interface Revocations {
  revoked: number
  /** Accepted before the revocation. */
  acceptedBefore: number
  /** Sent after the revocation was committed, and accepted. */
  acceptedAfter: number
  /** Sent after it, with a response other than 401. */
  otherAfter: number
}

const sendSeveral = (
  agent: Agent,
  { server, acceptedIds }: Stage,
  tenant: BenchTenant,
  count: number,
): Promise<readonly number[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { status, messageId } = await sendOne(agent, server.port, tenant)
      if (messageId !== undefined) acceptedIds.push(messageId)
      return status
    }),
  )

interface Stage extends Ground {
  readonly acceptedIds: string[]
}

/** Issues a credential, sends with it, revokes it while it sends, and sends with it again. */
const revokeOne = async (stage: Stage, agent: Agent, tenant: BenchTenant, seen: Revocations) => {
  const { ports, postrider } = stage.composition
  const { organizationId, appId } = tenant
  const app = (await right(ports.storage.catalog.app(appId)))?.app
  if (app === undefined) throw new Error(`there is no ${appId}`)
  const issued = await right(
    issueCredential(ports)({
      app,
      actions: ['messages.send'],
      channels: ['sms'],
      label: 'to be revoked',
      expiresAtMs: ports.clock.nowMs() + DAY_MS,
    }),
  )
  const { userId } = await aSignedInUser({ ports })
  await exclusively(ports, (unit) => unit.members.add(aMember({ organizationId, userId, role: 'owner' })))
  const owner = await enterWebsite(ports, userId)
  const bearer = { ...tenant, credential: issued.bearer }
  const before = await sendSeveral(agent, stage, bearer, SENDS_BEFORE)
  const meanwhile = sendSeveral(agent, stage, bearer, SENDS_BEFORE)
  const { credentialId } = issued.credential
  const body = { organizationId, credentialId, reason: 'The campaign revokes it.' }
  await right(postrider.runOperation(owner, 'revokeServerCredential', body, NOWHERE))
  const after = await sendSeveral(agent, stage, bearer, SENDS_AFTER)
  await meanwhile
  seen.revoked += 1
  seen.acceptedBefore += before.filter((status) => status === 202).length
  seen.acceptedAfter += after.filter((status) => status === 202).length
  seen.otherAfter += after.filter((status) => status !== 202 && status !== 401).length
}

const drawn = <A>(all: readonly A[]): A => {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to draw from')
  return one
}

const play = async (ground: Ground): Promise<readonly Figure[]> => {
  const { run, server, composition } = ground
  const { tenants } = server
  const stage: Stage = { ...ground, acceptedIds: [] }
  const refusals = new Map<number, number>()
  const changer = await catalogChanger(composition, tenants)
  const sending = loops(SENDERS, async (agent) => {
    const { status, messageId } = await sendOne(agent, server.port, drawn(tenants))
    if (messageId === undefined) refusals.set(status, (refusals.get(status) ?? 0) + 1)
    else stage.acceptedIds.push(messageId)
  })
  let changes = 0
  const changing = loops(1, async () => {
    const kind = CHANGE_KINDS[changes % CHANGE_KINDS.length] ?? 'stop'
    const able = tenants.filter(({ organizationId }) => changer.canChange(kind, organizationId))
    changes += 1
    await changer.change(kind, drawn(able).organizationId)
  })
  const seen: Revocations = { revoked: 0, acceptedBefore: 0, acceptedAfter: 0, otherAfter: 0 }
  const revoking = loops(REVOKERS, (agent) => revokeOne(stage, agent, drawn(tenants), seen))
  await pause(shareOf(run, SECONDS) * 1000)
  await revoking.end()
  await changing.end()
  await sending.end()
  run.say(`${changes} catalog changes, ${seen.revoked} revocations`)
  const refused = [...refusals].map(([status, count]) => `${status}: ${count}`).join(', ')
  const some = (what: string, value: number): Figure => ({
    what,
    value: String(value),
    expected: 'at least 1',
    holds: value > 0,
  })
  return [
    some('catalog changes while sending', changes),
    some('credentials revoked while they sent', seen.revoked),
    some('accepted with them before', seen.acceptedBefore),
    {
      what: 'accepted with a credential after its revocation was committed',
      value: String(seen.acceptedAfter),
      expected: '0',
      holds: seen.acceptedAfter === 0,
    },
    {
      what: 'answered otherwise than 401 after it',
      value: String(seen.otherAfter),
      expected: '0',
      holds: seen.otherAfter === 0,
    },
    {
      what: `refused sends of ${tenants.length} Organizations`,
      value: refused === '' ? '0' : refused,
      expected: '0',
      holds: refused === '',
    },
    ...(await judgeGround(ground, stage.acceptedIds)),
  ]
}

/** Many organizations that send while their catalogs change and credentials are revoked. */
export const growth: Campaign = {
  name: 'growth',
  about:
    'many Organizations that send while catalogs change, recipients write STOP and credentials are revoked',
  run: (run) => onGround(run, shareOf(run, ORGANIZATIONS), play),
}
