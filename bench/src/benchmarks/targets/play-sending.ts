import { challengesFor } from '../challenges.js'
import { sentChallenges } from '../passcodes-sent.js'
import { batches, drySends, otps, statusReads, verifications } from '../requests.js'
import type { ServerProcess } from '../server-process.js'
import { storedMessages } from '../stored-messages.js'
import { type LoadedProcess, playAlone, playLeg, type RoundStage } from './play-acceptance.js'
import { BATCH_ITEMS } from './target-rows.js'

const CONNECTIONS = 64
const BATCH_CONNECTIONS = 16

/** More than the service or a bare server can verify per second, including the warm-up. */
const CHALLENGES_A_SECOND = 12_000
const BARE_CHALLENGES_A_SECOND = 24_000

/** Passcodes of a round go to separate numbers. */
const NUMBERS_EACH = 1_000_000

const playBatches = (
  stage: RoundStage,
  name: string,
  server: LoadedProcess,
  databasePid: number | undefined,
): Promise<void> => {
  const next = batches(server.tenants, stage.label(), BATCH_ITEMS)
  return playLeg(stage, name, { server, databasePid, connections: BATCH_CONNECTIONS, next }, BATCH_ITEMS)
}

const playReads = async (
  stage: RoundStage,
  name: string,
  server: LoadedProcess,
  databasePid: number | undefined,
): Promise<void> => {
  const next = statusReads(server.tenants, await storedMessages(server, stage.label()))
  await playLeg(stage, name, { server, databasePid, connections: CONNECTIONS, next })
}

const playVerifications = (
  stage: RoundStage,
  name: string,
  server: LoadedProcess,
  challenges: readonly string[],
): Promise<void> => {
  const next = verifications(server.tenants, stage.label(), challenges)
  // Serial numbers start at 1.
  const most = challenges.length - 1
  return playLeg(stage, name, {
    server,
    databasePid: stage.databasePid,
    connections: CONNECTIONS,
    next,
    most,
  })
}

/** Passcodes: sends, then verifications of others, which were sent to their recipients first. */
const playPasscodes = async (stage: RoundStage, round: number): Promise<void> => {
  const { server, bare, databasePid, run } = stage
  const seconds = run.measureMs / 1000 + 1
  const offset = round * 4 * NUMBERS_EACH
  const common = { databasePid, connections: CONNECTIONS }
  for (const [name, loaded] of [
    ['otp', server.mariadb],
    ['bare otp', bare.mariadb],
  ] as const) {
    const next = otps(loaded.tenants, stage.label(), offset)
    await playLeg(stage, name, { ...common, server: loaded, next })
  }
  const plan = { wanted: Math.ceil(seconds * CHALLENGES_A_SECOND), offset: offset + 2 * NUMBERS_EACH }
  const sent = await sentChallenges(server.mariadb, { ...plan, label: stage.label() })
  await playVerifications(stage, 'verify', server.mariadb, sent)
  const { port, tenants } = bare.mariadb
  const wanted = Math.ceil(seconds * BARE_CHALLENGES_A_SECOND)
  const kept = await challengesFor({ ...plan, wanted, port, tenants, label: stage.label() })
  await playVerifications(stage, 'bare verify', bare.mariadb, kept)
}

/** Batches, dry runs, reads and passcodes, and the writes of the bare server's dispatcher. */
export const playSending = async (stage: RoundStage, round: number): Promise<void> => {
  const { server, bare, databasePid } = stage
  const { mariadb }: { readonly mariadb: ServerProcess } = server
  await playBatches(stage, 'batch', mariadb, databasePid)
  await playBatches(stage, 'bare batch', bare.mariadb, databasePid)
  const dry = drySends(mariadb.tenants, stage.label())
  await playLeg(stage, 'dry run', { server: mariadb, databasePid, connections: CONNECTIONS, next: dry })
  await playReads(stage, 'read', mariadb, databasePid)
  await playReads(stage, 'bare read', bare.mariadb, databasePid)
  await playReads(stage, 'read without storage', server.free, undefined)
  await playReads(stage, 'read SQLite', server.sqlite, undefined)
  await playReads(stage, 'bare read SQLite', bare.sqlite, undefined)
  await playPasscodes(stage, round)
  await playAlone(stage, 'settle', bare.mariadb, databasePid, () => bare.mariadb.settle())
}
