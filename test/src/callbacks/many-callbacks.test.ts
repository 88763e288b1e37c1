import { expect } from 'chai'
import { seeded } from '@postrider/conformance/builders/seeded'
import { eventually } from '@postrider/conformance/eventually'
import type { Composition } from '@postrider/wiring/compose'
import { migratedDatabase } from '../adapters/storage-sql/migrated-databases.js'
import { acceptHere, composeHere, dispatchHere } from '../hosts/own-host.js'
import { acceptTexts } from '../hosts/http/send-sms.js'
import { readEvidence, readViolations } from '../crash/evidence.js'
import { lines } from '../crash/findings.js'
import { type GatewayScene, setTwilioScene } from './gateway-scene.js'
import {
  startTwilioGateway,
  type TakenMessage,
  type TwilioGateway,
  type TwilioReport,
} from './twilio-gateway.js'
import { freshDirectory } from '../servers/run-directory.js'

const MESSAGES = 500
const FORGED = 100
const SEED = 20_261_123

/** The final state of a message, by the last digit of its number, and its two callbacks. */
const endOf = (to: string) => {
  const digit = Number(to.at(-1))
  if (digit < 6)
    return { status: 'delivered', state: 'DELIVERED', billing: 'settled', failure: undefined } as const
  if (digit < 8)
    return {
      status: 'undelivered',
      error: '30003',
      state: 'UNDELIVERED',
      billing: 'released',
      failure: 'recipient_unreachable',
    } as const
  if (digit < 9)
    return {
      status: 'failed',
      error: '30005',
      state: 'UNDELIVERED',
      billing: 'released',
      failure: 'recipient_invalid',
    } as const
  return { status: 'queued', state: 'SUBMITTED', billing: 'provisional', failure: undefined } as const
}

const reportsOf = (text: TakenMessage): readonly TwilioReport[] => {
  const end = endOf(text.to)
  return [
    { text, status: 'sent' },
    { text, status: end.status, ...('error' in end ? { error: end.error } : {}) },
  ]
}

const shuffled = <A>(all: readonly A[], seed: number): readonly A[] => {
  const random = seeded(seed)
  const mixed = [...all]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.fraction() * (at + 1))
    const [one, another] = [mixed[at], mixed[other]]
    if (one !== undefined && another !== undefined) [mixed[at], mixed[other]] = [another, one]
  }
  return mixed
}

interface Stage {
  readonly scene: GatewayScene
  readonly composition: Composition
  readonly gateway: TwilioGateway
}

/** A whole service in this process, with all messages taken by the gateway and none reported. */
const play = async (given: Readonly<Record<string, string>>, work: (stage: Stage) => Promise<void>) => {
  const gateway = await startTwilioGateway()
  const scene = await setTwilioScene(given, gateway)
  const composition = await composeHere(scene.settings)
  const stop = await dispatchHere(composition)
  const http = await acceptHere(composition, scene.httpPort)
  try {
    const numbers = Array.from({ length: MESSAGES }, (_, at) => `+9198${String(at).padStart(8, '0')}`)
    await acceptTexts({ tenant: scene.tenant, port: http.port }, numbers)
    await eventually('the gateway took all', () => gateway.texts().length === MESSAGES)
    await work({ scene, composition, gateway })
  } finally {
    await http.stop()
    await stop()
    await composition.close()
    await gateway.close()
  }
}

/** The response to each callback. Those with another token are forged. */
const callAll = ({ gateway }: Stage) => {
  const reports = gateway.texts().flatMap(reportsOf)
  const forged = gateway
    .texts()
    .slice(0, FORGED)
    .map((text): TwilioReport => ({ text, status: 'failed', error: '30006' }))
  const calls = shuffled(
    [
      ...[...reports, ...reports].map((report) => ({ report, isForged: false })),
      ...forged.map((report) => ({ report, isForged: true })),
    ],
    SEED,
  )
  return Promise.all(
    calls.map(async ({ report, isForged }) => ({
      isForged,
      status: await gateway.call(report, isForged ? 'the token of another account' : undefined),
    })),
  )
}

const check = async (stage: Stage): Promise<void> => {
  const { storage } = stage.composition.ports
  const answers = await callAll(stage)
  const statuses = (wanted: boolean) =>
    new Set(answers.filter(({ isForged }) => isForged === wanted).map(({ status }) => status))
  expect([...statuses(false)]).to.deep.equal([200])
  expect([...statuses(true)]).to.deep.equal([403])
  await eventually('all is applied', async () =>
    (await readEvidence(storage)).every(
      ({ receipts }) => receipts.length === 2 && receipts.every(({ state }) => state !== 'pending'),
    ),
  )
  const evidence = await readEvidence(storage)
  expect(evidence).to.have.length(MESSAGES)
  for (const { message, attempts, receipts, events } of evidence) {
    const { state, billing, failure } = endOf(message.to)
    expect(message, message.to).to.include({ state, billing, failureCode: failure })
    expect(attempts).to.have.length(1)
    expect(receipts.map((one) => one.state)).to.not.include('contradicted')
    const money = events.map(({ type }) => type).sort()
    const closing = { settled: ['settlement'], released: ['release'], provisional: [] }[billing]
    expect(money, message.to).to.have.members(['reservation', ...closing])
  }
  expect(lines(await readViolations(storage))).to.deep.equal([])
}

describe('1,000 concurrent callbacks, each of them twice, shuffled, with 100 forged ones in between,', () => {
  it('are each applied once on SQLite', async () => {
    await play({ POSTRIDER_DATA_DIR: await freshDirectory('callbacks') }, check)
  })

  it('are each applied once on MariaDB', async () => {
    const database = await migratedDatabase()
    try {
      const given = {
        POSTRIDER_STORAGE_URL: database.url,
        POSTRIDER_DATA_DIR: await freshDirectory('callbacks'),
      }
      await play(given, check)
    } finally {
      await database.drop()
    }
  })
})
