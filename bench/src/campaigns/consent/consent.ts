import { setTimeout as pause } from 'node:timers/promises'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { seeded } from '@postrider/conformance/builders/seeded'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { endCommands, type RunningCommand, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { endAll, portOf, type Scene } from '@postrider/test/hosts/mail-scene'
import { composeHere, dispatchHere } from '@postrider/test/hosts/own-host'
import { createDatabase } from '@postrider/test/servers/test-database'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'
import { countOf, untilSent } from '../message-counts.js'
import { serverSettings } from '../server-settings.js'
import { setSmppScene } from '../smpp-scene.js'
import { type Person, peopleFrom } from './people.js'
import { type PhoneNetwork, startPhoneNetwork } from './phone-network.js'
import { sendNote, type SentNote } from './send-note.js'
import { type SuppressionWatch, watchSuppressions } from './watch-suppressions.js'

const ROUNDS = 40
const PEOPLE = 8
const NOTES_BEFORE = 16
const NOTES_AFTER = 2
/** The window of a dispatcher: with {@link PhoneNetwork}'s pause, messages of a round wait for seconds. */
const WINDOW = 3
const SENDER = 'PSTRDR'
const CONFIRMATION = 'You are opted out.'
/** Longer than any lease. */
const LATER_MS = 3 * MINUTE_MS
const RECORDED_WITHIN_MS = MINUTE_MS

interface Stage {
  readonly run: CampaignRun
  readonly databaseUrl: string
  readonly network: PhoneNetwork
  readonly watch: SuppressionWatch
  readonly scene: Scene
  readonly port: number
  readonly fraction: () => number
}

const digestOf = (to: string): string => recipientDigest(to, sha256)

/** Sends notes to people, in all spellings of their addresses. */
const sendAll = (
  stage: Stage,
  people: readonly Person[],
  times: number,
  label: string,
): Promise<readonly SentNote[]> =>
  Promise.all(
    people.flatMap(({ addresses }) =>
      Array.from({ length: times }, (_, at) => {
        const to = addresses[at % addresses.length] ?? ''
        const sender = { tenant: stage.scene.tenant, port: stage.port }
        return sendNote(sender, to, `note-${label}-${to.slice(1)}-${at}`)
      }),
    ),
  )

const startDispatcher = async ({ scene }: Stage): Promise<RunningCommand> => {
  const dispatcher = startPostrider(['dispatcher'], scene.settings)
  await dispatcher.logged('serving')
  return dispatcher
}

/** A person writes STOP from one of their spellings, at some moment of the round. */
const optOut = async ({ network, fraction }: Stage, { authors }: Person): Promise<void> => {
  await pause(fraction() * 1_500)
  const from = authors[Math.floor(fraction() * authors.length)] ?? ''
  await network.write(from, SENDER, fraction() < 0.5 ? 'STOP' : 'Stop, please!')
}

/** Kills a dispatcher in the middle, and starts another in its place. */
const killOne = async (stage: Stage, dispatchers: readonly RunningCommand[]) => {
  const [victim, ...others] = dispatchers
  await pause(stage.fraction() * 1_000)
  victim?.process.kill('SIGKILL')
  await victim?.exitCode
  return [...others, await startDispatcher(stage)]
}

/** A backlog for people who opt out while a dispatcher is killed, and sends to them afterwards. */
const playRound = async (stage: Stage, round: number, dispatchers: readonly RunningCommand[]) => {
  const people = peopleFrom(round * PEOPLE, PEOPLE)
  const before = await sendAll(stage, people, NOTES_BEFORE, 'before')
  const [next] = await Promise.all([
    killOne(stage, dispatchers),
    ...people.map((person) => optOut(stage, person)),
  ])
  const isRecorded = ({ addresses: [to = ''] }: Person) => stage.watch.recordedAtMs.has(digestOf(to))
  await eventually('every STOP is recorded', () => people.every(isRecorded), RECORDED_WITHIN_MS)
  const after = await sendAll(stage, people, NOTES_AFTER, 'after')
  return { dispatchers: next, people, notes: [...before, ...after] }
}

/** A dispatcher with a clock ahead finishes the killed ones' work without waiting for leases. */
const finishLater = async ({ scene, databaseUrl }: Stage): Promise<number> => {
  const clock = { nowMs: () => Date.now() + LATER_MS }
  const composition = await composeHere(scene.settings, { clock: () => clock })
  try {
    const stop = await dispatchHere(composition)
    await untilSent(databaseUrl)
    await stop()
    const chains = await right(composition.postrider.verifyAudit())
    return chains.filter(({ finding }) => finding !== undefined).length
  } finally {
    await composition.close()
  }
}

const none = (what: string, value: number): Figure => ({
  what,
  value: String(value),
  expected: '0',
  holds: value === 0,
})

const some = (what: string, value: number, least = 1): Figure => ({
  what,
  value: String(value),
  expected: `at least ${least}`,
  holds: value >= least,
})

const figuresOf = async (
  { databaseUrl, network, watch }: Stage,
  people: number,
  notes: readonly SentNote[],
  broken: number,
): Promise<readonly Figure[]> => {
  const recordedAtMs = (to: string): number => watch.recordedAtMs.get(digestOf(to)) ?? Infinity
  const late = network.submits.filter(
    ({ to, text, atMs }) => text !== CONFIRMATION && atMs > recordedAtMs(to),
  )
  const confirmed = network.submits.filter(({ text }) => text === CONFIRMATION).map(({ to }) => digestOf(to))
  const accepted = notes.filter(({ to, askedAtMs, isAccepted }) => isAccepted && askedAtMs > recordedAtMs(to))
  const stopped = "messages WHERE state = 'FAILED' AND failure_code = 'recipient_blocked'"
  const optOuts = await countOf(databaseUrl, "consents WHERE kind = 'opt_out' AND source = 'recipient'")
  return [
    none('sends accepted after a recorded STOP, in any spelling', accepted.length),
    none('messages sent after a recorded STOP, besides its confirmation', late.length),
    some('confirmations of opt-outs', confirmed.length),
    none('people with a second confirmation', confirmed.length - new Set(confirmed).size),
    none('replies that still wait', await countOf(databaseUrl, 'keyword_replies')),
    some('messages sent before', network.submits.length - late.length),
    some('messages stopped while they waited', await countOf(databaseUrl, stopped)),
    none('opt-outs missing in the consent register, or there twice', Math.abs(people - optOuts)),
    none('chains of the audit log with a finding', broken),
  ]
}

/**
 * Prices for the countries whose numbers have several spellings, and the template that confirms opt-outs.
 */
const addPricesAndReply = async ({ settings, tenant: { organization, app } }: Scene): Promise<void> => {
  const composition = await composeHere(settings)
  try {
    await right(composition.ports.storage.catalog.save({ prices: [aPrice({ effectiveFromMs: 0 })] }))
    const { organizationId } = organization
    const content = { channel: 'sms', text: CONFIRMATION, registration: DLT_REGISTRATION } as const
    const template = aTemplate({ organizationId, name: 'opted_out', variables: [], content })
    await exclusively(composition.ports, async (unit) => {
      unit.templates.add(template)
      const held = await unit.apps.lock(app.appId)
      if (held === undefined) throw new Error('the app is gone')
      const keywordReplies = { stop: [template.templateId] }
      unit.apps.replace({ ...held, keywordReplies, version: held.version + 1 })
    })
  } finally {
    await composition.close()
  }
}

const play = async (stage: Stage): Promise<readonly Figure[]> => {
  const rounds = shareOf(stage.run, ROUNDS)
  let dispatchers: readonly RunningCommand[] = [await startDispatcher(stage), await startDispatcher(stage)]
  const notes: SentNote[] = []
  let people = 0
  for (let round = 0; round < rounds; round += 1) {
    const played = await playRound(stage, round, dispatchers)
    dispatchers = played.dispatchers
    people += played.people.length
    for (const note of played.notes) notes.push(note)
    stage.run.say(`${people} people wrote STOP, ${round + 1} dispatchers were killed`)
  }
  await endAll(dispatchers)
  const broken = await finishLater(stage)
  return figuresOf(stage, people, notes, broken)
}

/** People who opt out from any spelling of their number, while messages to them wait and dispatchers die. */
export const consent: Campaign = {
  name: 'consent',
  about: 'STOP from any spelling of a number, under a backlog with two dispatchers, one of which is killed',
  run: async (run) => {
    const database = await createDatabase(run.mysqlUrl)
    const network = await startPhoneNetwork()
    let watch: SuppressionWatch | undefined
    try {
      const given = serverSettings(run, database.url)
      const scene = await setSmppScene(given, network.port, { maxConcurrent: WINDOW })
      await addPricesAndReply(scene)
      watch = await watchSuppressions(database.url)
      const port = await portOf(startPostrider(['http'], scene.settings))
      const { fraction } = seeded(run.seed)
      return await play({ run, databaseUrl: database.url, network, watch, scene, port, fraction })
    } finally {
      endCommands()
      await watch?.stop()
      network.stop()
      await database.drop()
    }
  },
}
