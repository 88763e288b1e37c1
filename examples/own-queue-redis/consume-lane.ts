import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery, Job, Lane } from '@postrider/core/queue'
import { connect, GROUP, hasNoGroup, type RedisConnection } from './connection.ts'

interface LaneOrder {
  readonly url: string
  readonly lane: Lane
  readonly stream: string
  /** What the consumer is called in the group. */
  readonly name: string
  readonly prefetch: number
  readonly leaseMs: number
}

export interface LaneConsumer {
  /** Takes no more; what was delivered may still be answered. */
  stop(): Promise<void>
  /** Stops, and lets everything that was not answered go to others. */
  leave(): Promise<void>
}

type Entry = readonly [id: string, fields: readonly string[] | null]

const BLOCK_MS = 200
/** How long a job waits that was given back. */
const PAUSE_MS = 1_000
const AFTER_ERROR_MS = 100

/** Delivers the jobs of one lane, over a connection of its own: a reading that waits holds it. */
export const consumeLane = async (
  { redis: writer }: RedisConnection,
  { url, lane, stream, name, prefetch, leaseMs }: LaneOrder,
  handler: (delivery: Delivery) => void,
): Promise<LaneConsumer> => {
  const { redis: reader, ensureGroup, end } = await connect(url)
  await ensureGroup(stream)

  /** What is ours: it was delivered, and is unanswered or waits after it was given back. */
  const owned = new Map<string, { readonly job: Job; timer?: NodeJS.Timeout }>()
  let unanswered = 0
  const state = { isStopped: false }
  /** Counts the connections: an answer to what an earlier one delivered is without effect. */
  let epoch = 0
  let wake = (): void => undefined

  const forget = (): void => {
    for (const { timer } of owned.values()) clearTimeout(timer)
    owned.clear()
    unanswered = 0
    epoch += 1
    wake()
  }
  const lost = (): void => {
    if (!state.isStopped) forget()
  }
  reader.on('close', lost)
  writer.on('close', lost)

  const settle = (id: string): void => {
    clearTimeout(owned.get(id)?.timer)
    owned.delete(id)
  }
  const drop = (id: string): Promise<unknown> =>
    writer.multi().xack(stream, GROUP, id).xdel(stream, id).exec()
  /** To the end of the stream, in the same step in which it ends being ours. */
  const putBack = (id: string, { messageId }: Job): Promise<unknown> => {
    settle(id)
    const job = JSON.stringify({ v: 1, messageId })
    return writer.multi().xadd(stream, '*', 'job', job).xack(stream, GROUP, id).xdel(stream, id).exec()
  }
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

  const deliver = ([id, fields]: Entry): void => {
    if (owned.has(id)) return
    // Somebody deleted it while it was ours.
    if (fields === null || fields.length === 0) return quietly(drop(id))
    const { messageId } = JSON.parse(fields[1] ?? '') as Job
    const job: Job = { messageId, lane }
    if (state.isStopped) return quietly(putBack(id, job))
    const own: { job: Job; timer?: NodeJS.Timeout } = { job }
    const of = epoch
    owned.set(id, own)
    unanswered += 1
    const answer = (act: () => void): void => {
      if (of !== epoch || owned.get(id) !== own || own.timer !== undefined) return
      unanswered -= 1
      act()
      wake()
    }
    handler({
      job,
      ack: () =>
        answer(() => {
          settle(id)
          quietly(drop(id))
        }),
      giveBack: () =>
        answer(() => {
          own.timer = setTimeout(() => quietly(putBack(id, job)), PAUSE_MS)
        }),
    })
  }

  const readNew = async (most: number): Promise<readonly Entry[]> => {
    const answer = await reader.xreadgroup(
      ...(['GROUP', GROUP, name, 'COUNT', most, 'BLOCK', BLOCK_MS, 'STREAMS', stream, '>'] as const),
    )
    return (answer as Array<[string, Entry[]]> | null)?.[0]?.[1] ?? []
  }
  const readOwn = async (most: number, after: string): Promise<readonly Entry[]> => {
    const answer = await reader.xreadgroup(
      ...(['GROUP', GROUP, name, 'COUNT', most, 'STREAMS', stream, after] as const),
    )
    return (answer as Array<[string, Entry[]]> | null)?.[0]?.[1] ?? []
  }
  /** What belongs to processes that have said nothing for too long. */
  const claim = async (most: number): Promise<readonly Entry[]> => {
    const answer = await reader.xautoclaim(stream, GROUP, name, leaseMs, '0-0', 'COUNT', most)
    return (answer as [string, Entry[]])[1]
  }

  const work = async (): Promise<void> => {
    let known = epoch
    /** After which of our own entries to go on, where a connection was lost. */
    let after: string | undefined
    let claimedMs = performance.now()
    while (!state.isStopped) {
      if (known !== epoch) {
        known = epoch
        after = '0-0'
      }
      const free = prefetch - unanswered
      if (free <= 0) {
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      try {
        if (after !== undefined) {
          const entries = await readOwn(free, after)
          if (known === epoch) entries.forEach(deliver)
          after = entries.at(-1)?.[0]
        } else if (performance.now() - claimedMs > leaseMs / 4) {
          claimedMs = performance.now()
          ;(await claim(free)).forEach(deliver)
        } else (await readNew(free)).forEach(deliver)
      } catch (error) {
        if (hasNoGroup(error)) await ensureGroup(stream).catch(() => undefined)
        else await sleep(AFTER_ERROR_MS)
      }
    }
  }
  const working = work()

  const stop = async (): Promise<void> => {
    state.isStopped = true
    wake()
    await working
    await end()
  }
  return {
    stop,
    leave: async () => {
      await stop()
      await Promise.allSettled([...owned].map(([id, { job }]) => putBack(id, job)))
      await writer.xgroup('DELCONSUMER', stream, GROUP, name).catch(() => undefined)
      writer.off('close', lost)
    },
  }
}
