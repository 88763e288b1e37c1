import { loopbackWebhooks } from '../builders/webhook-callers.js'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { onlyHome } from '@postrider/node/system/only-home'
import { noAttachments } from '../core/fakes/no-attachments.js'
import { overheardMail } from '../builders/overheard-mail.js'
import { secretPorts } from '../builders/secret-ports.js'
import { join } from 'node:path'
import { LANES } from '@postrider/core/kernel/messages/lane'
import type { Ports } from '@postrider/core/assembly/ports'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Job } from '@postrider/core/messaging/ports/queue'
import { createPostrider, type Postrider } from '@postrider/core/postrider'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { createIds } from '@postrider/node/system/system-ids'
import { right } from '@postrider/conformance/outcome'
import { type ManualTime, manualTime } from '../core/fakes/manual-time.js'
import { memoryQueue } from '../core/fakes/memory-queue.js'
import { plainTimekeeping } from '../core/fakes/plain-timekeeping.js'
import { freshDirectory } from '../servers/run-directory.js'
import type { ProviderMode } from './model-delivery.js'
import { type ModedProvider, modedProvider } from './moded-provider.js'

/** The service over a throwaway database, with a clock and a provider that a test controls. */
export interface Platform {
  readonly ports: Ports
  readonly postrider: Postrider
  readonly dispatching: DispatchUseCases
  readonly time: ManualTime
  readonly provider: ModedProvider
  /** The codes that were drawn, by challenge. */
  readonly codes: ReadonlyMap<string, string>
  /** Dispatches all that is due. Resolves when every delivery is acknowledged. */
  dispatch(mode: ProviderMode): Promise<ReadonlyArray<'ack' | 'back'>>
  close(): Promise<void>
}

const relayAll = async (dispatching: DispatchUseCases): Promise<void> => {
  for (const lane of LANES) while ((await dispatching.relay(lane)).published > 0);
}

const processJob = (dispatching: DispatchUseCases, job: Job): Promise<'ack' | 'back'> =>
  new Promise((resolve) =>
    dispatching.take({ job, ack: () => resolve('ack'), giveBack: () => resolve('back') }),
  )

const onSqlite = async (): Promise<Storage> => {
  const directory = await freshDirectory('model')
  return openStorage(`sqlite:${join(directory, 'postrider.db')}`)
}

/** On SQLite, unless another empty database is opened. */
export const openPlatform = async (open: () => Promise<Storage> = onSqlite): Promise<Platform> => {
  const storage = await open()
  await right(storage.health.migrate())
  const time = manualTime()
  const provider = modedProvider()
  const { queue, published } = memoryQueue()
  const codes = new Map<string, string>()
  const ports: Ports = {
    storage,
    queue,
    providers: [provider.opener],
    clock: time.clock,
    timekeeping: plainTimekeeping(),
    timers: time.timers,
    ids: createIds(time.clock),
    random: { fraction: () => 0.5 },
    digests: nodeDigests,
    ...secretPorts(codes),
    mailer: overheardMail([]),
    attachments: noAttachments,
    phoneNumbers: { countryOf: (to) => (/^\+91[0-9]{10}$/.test(to) ? 'IN' : undefined) },
    dnsRecords: { txt: async () => [] },
    htmlReader,
    homes: onlyHome,
    webhooks: loopbackWebhooks,
    ipAddresses,
    telemetry: { emit: () => undefined },
  }
  const postrider = createPostrider(ports)
  const dispatching = postrider.dispatching()
  return {
    ports,
    postrider,
    dispatching,
    time,
    provider,
    codes,
    dispatch: async (mode) => {
      provider.answer(mode)
      await relayAll(dispatching)
      return Promise.all(published.splice(0).map((job) => processJob(dispatching, job)))
    },
    close: () => storage.close(),
  }
}
