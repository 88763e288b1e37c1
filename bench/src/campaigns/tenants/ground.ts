import { type IdPrefix, isId } from '@postrider/core/kernel/ids/id'
import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import { idCell } from '@postrider/storage-sql/cells/id-cell'
import { compose, type Composition } from '@postrider/wiring/compose'
import { removeQueues } from '@postrider/test/adapters/queue-rabbitmq/broker'
import { benchSettings } from '../../benchmarks/bench-settings.js'
import { variantOf } from '../../benchmarks/bench-run.js'
import { promptProvider } from '../../benchmarks/prompt-provider.js'
import { type ServerProcess, startServer } from '../../benchmarks/server-process.js'
import { readViolations } from '@postrider/test/crash/evidence'
import { lines } from '@postrider/test/crash/findings'
import { benchRunOf } from '../bench-run-of.js'
import type { CampaignRun, Figure } from '../campaign.js'
import { countOf, untilSent } from '../message-counts.js'

/** Processes that accept and dispatch for many organizations, and the use cases of a third process. */
export interface Ground {
  readonly run: CampaignRun
  readonly server: ServerProcess
  readonly composition: Composition
  readonly databaseUrl: string
}

/** Opens a ground with this number of organizations, passes it to `act`, and ends everything afterwards. */
export const onGround = async (
  run: CampaignRun,
  tenants: number,
  act: (ground: Ground) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> => {
  const choice = { name: 'campaign', acceptance: 'real', engine: 'MariaDB', tenants } as const
  const { drop, ...variant } = await variantOf(benchRunOf(run), choice)
  const ends: Array<() => Promise<unknown>> = [drop, () => removeQueues(run.amqpUrl, variant.queuePrefix)]
  try {
    const server = await startServer(variant)
    ends.push(() => server.stop())
    const dispatcher = await startServer({ ...variant, role: 'dispatcher', tenants: 0 })
    ends.push(() => dispatcher.stop())
    const composition = await compose(benchSettings(variant), {
      overrides: { providers: () => [promptProvider] },
      log: { write: () => undefined },
    })
    ends.push(() => composition.close())
    run.say(`${tenants} Organizations are there`)
    return await act({ run, server, composition, databaseUrl: variant.storageUrl })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const AT_ONCE = 500

/** An identifier in MariaDB's form, as hexadecimal digits. */
export const cellOfText = (prefix: IdPrefix, id: string): string => {
  if (!isId(prefix, id)) throw new Error(`${id} is no identifier`)
  return idCell(id)
}

/** The number of these messages that aren't in the database. */
const missing = async ({ databaseUrl }: Ground, messageIds: readonly string[]): Promise<number> => {
  let found = 0
  for (let from = 0; from < messageIds.length; from += AT_ONCE) {
    const cells = messageIds.slice(from, from + AT_ONCE).map((id) => `X'${cellOfText('msg', id)}'`)
    found += await countOf(databaseUrl, `messages WHERE id IN (${cells.join(', ')})`)
  }
  return messageIds.length - found
}

/** Waits until everything is sent, and compares the accepted messages with the database. */
export const judgeGround = async (
  ground: Ground,
  acceptedIds: readonly string[],
): Promise<readonly Figure[]> => {
  const { composition, databaseUrl, run } = ground
  await untilSent(databaseUrl)
  const violations: readonly Violation[] = await readViolations(composition.ports.storage)
  for (const line of lines(violations)) run.say(line)
  const none = (what: string, value: number): Figure => ({
    what,
    value: String(value),
    expected: '0',
    holds: value === 0,
  })
  return [
    {
      what: 'accepted',
      value: String(acceptedIds.length),
      expected: 'at least 1',
      holds: acceptedIds.length > 0,
    },
    none('accepted and not in the database', await missing(ground, acceptedIds)),
    none('accepted twice under one identifier', acceptedIds.length - new Set(acceptedIds).size),
    none('not sent', await countOf(databaseUrl, "messages WHERE state = 'ACCEPTED'")),
    none('failed', await countOf(databaseUrl, "messages WHERE state NOT IN ('ACCEPTED', 'SUBMITTED')")),
    none('violations of the invariants', violations.length),
  ]
}
