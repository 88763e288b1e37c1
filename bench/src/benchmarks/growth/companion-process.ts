import { setTimeout as pause } from 'node:timers/promises'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { DEFAULT_PACE } from '@postrider/dispatcher/pace'
import { purges } from '@postrider/dispatcher/removals'
import type { OperationName } from '@postrider/core/assembly/registry'
import { right } from '@postrider/conformance/outcome'
import { compose, type Composition } from '@postrider/wiring/compose'
import { join } from 'node:path'
import { anOperator } from '@postrider/test/builders/an-operator'
import { benchSettings } from '../bench-settings.js'
import { answerCalls, endWithStarter } from '../child-calls.js'
import { promptProvider } from '../prompt-provider.js'
import { quantile } from '../quantile.js'
import type { Variant } from '../variant.js'
import { type CatalogChanger, catalogChanger, CHANGE_KINDS, type ChangedTenant } from './catalog-changes.js'
import type { ChangesMade } from './companion.js'

/** The maximum number of concurrent changes: a slow change doesn't delay the next one up to this number. */
const MOST_AT_ONCE = 8

/** Work in the background until it is stopped; resolves with its result. */
interface Background<A> {
  end(): Promise<A>
}

/** Makes changes of each kind in turn, each in a random organization without a change in progress. */
const changeOnes = (changer: CatalogChanger, tenants: readonly ChangedTenant[]) => {
  const tookMs: number[] = []
  const failures: string[] = []
  const busy = new Set<OrganizationId>()
  let next = 0
  const changeOne = async (): Promise<void> => {
    const kind = CHANGE_KINDS[next % CHANGE_KINDS.length] ?? 'stop'
    next += 1
    const free = tenants.filter(({ organizationId: one }) => !busy.has(one) && changer.canChange(kind, one))
    const tenant = free[Math.floor(Math.random() * free.length)]
    if (tenant === undefined) return
    busy.add(tenant.organizationId)
    const begunAt = performance.now()
    try {
      await changer.change(kind, tenant.organizationId)
      tookMs.push(performance.now() - begunAt)
    } catch (error) {
      failures.push(`${kind}: ${String(error)}`)
    } finally {
      busy.delete(tenant.organizationId)
    }
  }
  return { changeOne, tookMs, failures }
}

/** Makes changes at a steady rate, of each kind in turn. */
const changing = (
  changer: CatalogChanger,
  tenants: readonly ChangedTenant[],
  perSecond: number,
): Background<ChangesMade> => {
  const state = { isOver: false, started: 0 }
  const { changeOne, tookMs, failures } = changeOnes(changer, tenants)
  const begunAt = performance.now()
  const inProgress = new Set<Promise<void>>()

  const startDue = (): void => {
    const due = Math.floor(((performance.now() - begunAt) * perSecond) / 1000) - state.started
    const startable = Math.min(due, MOST_AT_ONCE - inProgress.size)
    for (let at = 0; at < startable; at += 1) {
      state.started += 1
      const change = changeOne().finally(() => inProgress.delete(change))
      inProgress.add(change)
    }
  }

  const loop = async (): Promise<void> => {
    while (!state.isOver) {
      startDue()
      await pause(5)
    }
    await Promise.all(inProgress)
  }

  const running = loop()
  return {
    end: async () => {
      state.isOver = true
      const seconds = (performance.now() - begunAt) / 1000
      await running
      const sorted = tookMs.sort((one, other) => one - other)
      return {
        perSecond: sorted.length / seconds,
        p50Ms: quantile(sorted, 0.5),
        p99Ms: quantile(sorted, 0.99),
        failures,
      }
    },
  }
}

/** The purges of a dispatcher at their own rate; keys are removed as soon as they are `keptForMs` old. */
const purging = (needs: Parameters<typeof purges>[0], keptForMs: number): Background<void> => {
  const state = { isOver: false }
  const loops = purges(needs, { ...DEFAULT_PACE, keysKeptForMs: keptForMs }).map(async (purge) => {
    while (!state.isOver) {
      const untilMs = Date.now() + (await purge())
      // A pause of an hour ends with the benchmark.
      while (!state.isOver && Date.now() < untilMs) await pause(Math.min(20, untilMs - Date.now()))
    }
  })
  return {
    end: async () => {
      state.isOver = true
      await Promise.all(loops)
    },
  }
}

interface TimedOperation {
  readonly operation: OperationName
  readonly body: object
  readonly times: number
}

/** The duration of each run of a super admin's operation. */
const timeOperation = async (
  { ports, postrider }: Composition,
  { operation, body, times }: TimedOperation,
): Promise<readonly number[]> => {
  const operator = await anOperator(ports)
  const tookMs: number[] = []
  for (let at = 0; at < times; at += 1) {
    const begunAt = performance.now()
    const origin = { requestId: undefined, clientAddress: undefined }
    await right(postrider.runOperation(operator, operation, body, origin))
    tookMs.push(performance.now() - begunAt)
  }
  return tookMs
}

interface ChangesOrder {
  readonly perSecond: number
  readonly organizationIds: readonly OrganizationId[]
}

const main = async (): Promise<void> => {
  endWithStarter()
  const variant = JSON.parse(process.argv[2] ?? '') as Variant
  const settings = benchSettings(variant)
  const composition = await compose(settings, {
    overrides: { providers: () => [promptProvider] },
    log: { file: join(settings.dataDir, 'companion.jsonl') },
  })
  let tenants: readonly ChangedTenant[] = []
  let changer: CatalogChanger | undefined
  let changes: Background<ChangesMade> | undefined
  let purge: Background<void> | undefined
  answerCalls({
    prepare: async (given: readonly ChangedTenant[]) => {
      tenants = given
      changer = await catalogChanger(composition, tenants)
    },
    startChanges: async ({ perSecond, organizationIds }: ChangesOrder) => {
      if (changer === undefined || changes !== undefined) throw new Error('nothing is prepared, or it runs')
      const among = tenants.filter(({ organizationId }) => organizationIds.includes(organizationId))
      changes = changing(changer, among, perSecond)
    },
    endChanges: async () => {
      const made = await changes?.end()
      changes = undefined
      return made
    },
    startPurge: async ({ keptForMs }: { readonly keptForMs: number }) => {
      const { ports, postrider, log, metrics: gauges } = composition
      purge = purging({ ports, postrider, gauges, log }, keptForMs)
    },
    time: (asked: TimedOperation) => timeOperation(composition, asked),
    endPurge: async () => {
      await purge?.end()
      purge = undefined
    },
  })
  process.once('SIGTERM', () => void composition.close().then(() => process.disconnect?.()))
  console.log(JSON.stringify({ port: 0 }))
}

await main()
