import { setTimeout as sleep } from 'node:timers/promises'
import type { RawData } from 'ws'
import type { FeedHead } from '@postrider/core/feed/ports/feed-storage'
import { enterConsole } from '@postrider/test/hosts/live/console-process'
import type { HeardFrame } from '@postrider/test/hosts/live/heard-frame'
import type { LiveClient } from '@postrider/test/hosts/live/live-client'

/** The current ports of the consoles, and the session cookie of the screen's user. */
export interface ScreenPlace {
  readonly ports: () => readonly number[]
  readonly cookie: () => string
}

/** Watches all messages, and resumes after each lost connection. */
export interface Screen {
  /** The messages that it shows. */
  readonly messageIds: () => ReadonlySet<string>
  readonly connections: () => number
  /** How often it resumed after a number, and how often it started with a snapshot. */
  readonly resumed: () => number
  readonly snapshots: () => number
  /** Changes that arrived twice although the subscription resumed. */
  readonly twice: () => number
  readonly faults: readonly string[]
  /** Cuts the connection like a network failure. */
  cut(): void
  stop(): Promise<void>
}

interface ScreenEvent extends FeedHead {
  readonly kind: 'snapshot' | 'changes' | 'compacted'
  readonly after: number | null
  readonly changes?: ReadonlyArray<{ readonly seq: number; readonly messageIds: readonly string[] | null }>
}

const NAME = 'messages'
const PAGE = 100
/** A person may make twenty calls per second. */
const PAGE_AGAIN_MS = 1_000

class WatchedMessages implements Screen {
  readonly faults: string[] = []
  #known = new Set<string>()
  #seen = new Set<number>()
  #reached: FeedHead | undefined
  #ticked: FeedHead | undefined
  #last: number | null = null
  #client: LiveClient | undefined
  readonly #over = new AbortController()
  readonly #running: Promise<void>
  readonly #counts = { connections: 0, resumed: 0, snapshots: 0, twice: 0 }

  constructor(
    private readonly place: ScreenPlace,
    first: number,
  ) {
    this.#running = this.#run(first)
  }

  messageIds(): ReadonlySet<string> {
    return this.#known
  }
  connections(): number {
    return this.#counts.connections
  }
  resumed(): number {
    return this.#counts.resumed
  }
  snapshots(): number {
    return this.#counts.snapshots
  }
  twice(): number {
    return this.#counts.twice
  }

  cut(): void {
    this.#client?.cut()
  }

  async stop(): Promise<void> {
    this.#over.abort()
    this.cut()
    await this.#running
  }

  /** One connection after another, to the consoles in turn. */
  async #run(first: number): Promise<void> {
    for (let turn = first; !this.#over.signal.aborted; turn += 1) {
      const ports = this.place.ports()
      try {
        await this.#connection(ports[turn % ports.length] ?? 0)
      } catch {
        // A console that is being killed doesn't respond; another one does, or its successor soon.
      }
      await sleep(50)
    }
  }

  async #connection(port: number): Promise<void> {
    const client = await enterConsole(port, this.place.cookie())
    this.#client = client
    this.#counts.connections += 1
    this.#ticked = undefined
    client.socket.on('message', (data: RawData) => this.#received(client, data as Buffer))
    const after = this.#reached
    this.#last = after?.seq ?? null
    const request = { limit: PAGE }
    const call = { subscription: NAME, operation: 'listMessages', request, ...(after ? { after } : {}) }
    const { result, error } = await client.call('live.subscribe', call)
    if (error !== undefined) this.faults.push(`a subscription was refused: ${error.data?.code}`)
    if (result?.['resumed'] === true) this.#counts.resumed += 1
    await client.closed()
  }

  #received(client: LiveClient, data: Buffer): void {
    const { method, params } = JSON.parse(data.toString('utf8')) as HeardFrame
    if (method === 'live.event') this.#event(client, params as unknown as ScreenEvent)
    if (method === 'live.tick') this.#tick(params as unknown as FeedHead)
    if (method === 'live.over') this.faults.push(`a subscription was over: ${JSON.stringify(params)}`)
  }

  #event(client: LiveClient, { kind, epoch, seq, after, changes = [] }: ScreenEvent): void {
    if (kind !== 'snapshot' && after !== this.#last)
      this.faults.push(`${kind} ${seq} came behind ${after} and not ${this.#last}`)
    this.#last = seq
    this.#reached = { epoch, seq }
    if (kind !== 'changes') return this.#readAnew(client)
    for (const change of changes) {
      if (this.#seen.has(change.seq)) this.#counts.twice += 1
      this.#seen.add(change.seq)
      for (const id of change.messageIds ?? []) this.#known.add(id)
    }
  }

  /** Everything up to the previous tick's position has been sent. */
  #tick(at: FeedHead): void {
    const [reached, ticked] = [this.#reached, this.#ticked]
    if (reached !== undefined && reached.epoch === ticked?.epoch && reached.seq < ticked.seq) {
      this.#reached = ticked
    }
    this.#ticked = at
  }

  /** Reads everything; changes in the meantime arrive separately. */
  #readAnew(client: LiveClient): void {
    this.#counts.snapshots += 1
    this.#known = new Set()
    this.#seen = new Set()
    const known = this.#known
    this.#readPages(client, known).catch(() => {
      // The connection was lost during the read. The next one also starts again, and may be ahead by now.
      if (known !== this.#known) return
      this.#reached = undefined
      this.cut()
    })
  }

  async #readPages(client: LiveClient, known: Set<string>): Promise<void> {
    for (let cursor: unknown; cursor !== null;) {
      const page = await client.call('listMessages', { limit: PAGE, ...(cursor ? { cursor } : {}) })
      if (page.error?.data?.code === 'too_many_requests') {
        await sleep(PAGE_AGAIN_MS)
        continue
      }
      if (page.result === undefined) throw new Error('the page was refused')
      const { messages, nextCursor } = page.result as {
        readonly messages: ReadonlyArray<{ readonly messageId: string }>
        readonly nextCursor?: string | null
      }
      for (const { messageId } of messages) known.add(messageId)
      cursor = nextCursor ?? null
    }
  }
}

/** Opens a screen whose first connection goes to the console with this number. */
export const watchMessages = (place: ScreenPlace, first: number): Screen => new WatchedMessages(place, first)
