import { loopbackWebhooks } from '../../../builders/webhook-callers.js'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { onlyHome } from '@postrider/node/system/only-home'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { phoneNumbers } from '@postrider/node/phone-numbers/libphonenumber'
import { httpSmsOpener } from '@postrider/provider-http-sms/http-sms-provider'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { createIds } from '@postrider/node/system/system-ids'
import { systemRandom } from '@postrider/node/system/system-random'
import { secretPorts } from '../../../builders/secret-ports.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { right } from '@postrider/conformance/outcome'
import type { OpenStorage } from '@postrider/conformance/storage'
import { manualTime } from '../../fakes/manual-time.js'
import { memoryAttachments } from '../../fakes/memory-attachments.js'
import { memoryQueue } from '../../fakes/memory-queue.js'
import { noMail } from '../../fakes/plain-secrets.js'
import { plainTimekeeping } from '../../fakes/plain-timekeeping.js'
import { loopbackNetworks } from '../../../builders/loopback-networks.js'

type Close = () => Promise<unknown>

/**
 * Closes everything in reverse order, even after failures. A thread that stays open keeps mocha from ending.
 */
const closeAll = async (opened: Close[]): Promise<void> => {
  const close = opened.pop()
  if (close === undefined) return
  try {
    await close()
  } finally {
    await closeAll(opened)
  }
}

const SQLITE = 'sqlite:'
const DATA_VERSION = { sql: 'PRAGMA data_version', binary: '', cells: [] }

/** Returns a value that changes with every write to the database. Only SQLite has one. */
const versionReader = async (url: string, opened: Close[]) => {
  if (!url.startsWith(SQLITE)) throw new Error('refusals are looked into on SQLite alone')
  const reader = await openThread({ path: url.slice(SQLITE.length), role: 'reader' })
  opened.push(() => reader.close())
  return async (): Promise<string> => JSON.stringify((await reader.run([DATA_VERSION])).results)
}

/** The shared parts of a suite's offices: a database, and the master key of its contents. */
export const openHouse = async (open: OpenStorage) => {
  const opened: Close[] = []
  const { storage, url, close } = await open('made')
  opened.push(close)
  await right(storage.health.migrate())
  let version: ReturnType<typeof versionReader> | undefined
  return {
    storage,
    url,
    secrets: secretPorts(new Map()),
    writtenVersion: async (): Promise<string> => (await (version ??= versionReader(url, opened)))(),
    close: () => closeAll(opened),
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

/** The digests of the house, which keep each test's throttles and quotas separate. */
const ownThrottles = ({ keyedDigests }: House['secrets']): House['secrets']['keyedDigests'] => {
  const own = fresh.hex(16)
  return {
    ...keyedDigests,
    of: (purpose, text, under) =>
      keyedDigests.of(purpose, purpose === 'throttle' ? `${own} ${text}` : text, under),
  }
}

/** All ports over the house's database, with their own clock, throttles and store of attachments. */
export const portsIn = ({ storage, secrets }: House) => {
  const time = manualTime()
  const parts = { clock: time.clock, networks: loopbackNetworks }
  const smtp = smtpOpener(parts)
  const { callbacks: _, ...uncalled } = smtp
  return {
    ...secrets,
    keyedDigests: ownThrottles(secrets),
    storage,
    time,
    clock: time.clock,
    timekeeping: plainTimekeeping(),
    timers: time.timers,
    ids: createIds(time.clock),
    random: systemRandom,
    digests: { sha256 },
    htmlReader,
    homes: onlyHome,
    webhooks: loopbackWebhooks,
    phoneNumbers,
    dnsRecords: { txt: async () => [] },
    ipAddresses,
    attachments: memoryAttachments(),
    mailer: noMail,
    queue: memoryQueue().queue,
    providers: [smtp, { ...uncalled, kind: 'relay' }, httpSmsOpener(parts)],
    telemetry: { emit: () => undefined },
  }
}
