import postgres from 'postgres'
import { NONE_FREE } from './classify.ts'

type Row = ReadonlyArray<string | number | null>

/** What a statement is answered. */
export interface Answer extends ReadonlyArray<Row> {
  readonly command: string
}

/** One connection; once it has ended it is never used again: whatever was said on it is over. */
export interface Connection {
  isAlive(): boolean
  /** Sends texts one behind the other without waiting, in one round trip, and waits for all answers. */
  say(...texts: readonly string[]): Promise<readonly Answer[]>
  end(): Promise<void>
}

const MOST = 10
const WAIT_MS = 2_000

/** Cells are numbers, text, and bytes as hexadecimal digits. */
const types = {
  number: { to: 20, from: [20, 21, 23, 1700], parse: Number, serialize: String },
  truth: { to: 16, from: [16], parse: (text: string) => (text === 't' ? 1 : 0), serialize: String },
  bytes: { to: 17, from: [17], parse: (text: string) => text.slice(2), serialize: String },
}

const connect = (url: string): Connection => {
  let isAlive = true
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 3,
    fetch_types: false,
    types,
    onnotice: () => undefined,
    // The driver would connect again, and go on in the middle of a transaction that is gone.
    onclose: () => (isAlive = false),
    connection: {
      application_name: 'postrider',
      lock_timeout: 3_000,
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 5_000,
      // Statements say in which order tables are read, and count on their indexes.
      join_collapse_limit: '1',
      enable_seqscan: 'off',
      // What is ruled out counts as very dear, and the server would compile what is dear.
      jit: 'off',
    } as Record<string, string | number>,
  })
  return {
    isAlive: () => isAlive,
    say: async (...texts) => {
      if (!isAlive) throw Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' })
      const sent = texts.map((text) => sql.unsafe(text).values().execute())
      const settled = await Promise.allSettled(sent)
      const failed = settled.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value as Answer)
    },
    end: async () => {
      isAlive = false
      await sql.end({ timeout: 0 })
    },
  }
}

export interface Pool {
  /** A connection that is nobody else's until it is given back. */
  acquire(): Promise<Connection>
  giveBack(connection: Connection, isBroken: boolean): void
  status(): { inUse: number; idle: number; waiting: number; limit: number }
  close(): Promise<void>
}

/** Ten connections; each is `greeted` before anybody else has it. */
export const openPool = (url: string, greet: (connection: Connection) => Promise<void>): Pool => {
  const idle: Connection[] = []
  const inUse = new Set<Connection>()
  const waiting: Array<() => void> = []
  let begun = 0

  const begin = async (): Promise<Connection> => {
    begun += 1
    const connection = connect(url)
    try {
      await greet(connection)
      return connection
    } catch (error) {
      drop(connection)
      throw error
    }
  }
  const drop = (connection: Connection): void => {
    begun -= 1
    void connection.end().catch(() => undefined)
    waiting.shift()?.()
  }
  const free = async (untilMs: number): Promise<Connection> => {
    for (let known = idle.pop(); known !== undefined; known = idle.pop()) {
      if (known.isAlive()) return known
      drop(known)
    }
    if (begun < MOST) return begin()
    const leftMs = untilMs - performance.now()
    if (leftMs <= 0) throw Object.assign(new Error('no connection was free in time'), { code: NONE_FREE })
    await new Promise<void>((resolve) => {
      const go = (): void => {
        clearTimeout(timer)
        // Whoever has stopped waiting is not woken in the place of somebody who waits.
        const at = waiting.indexOf(go)
        if (at !== -1) waiting.splice(at, 1)
        resolve()
      }
      const timer = setTimeout(go, leftMs)
      waiting.push(go)
    })
    return free(untilMs)
  }
  return {
    acquire: async () => {
      const connection = await free(performance.now() + WAIT_MS)
      inUse.add(connection)
      return connection
    },
    giveBack: (connection, isBroken) => {
      inUse.delete(connection)
      if (isBroken || !connection.isAlive()) return drop(connection)
      idle.push(connection)
      waiting.shift()?.()
    },
    status: () => ({ inUse: inUse.size, idle: idle.length, waiting: waiting.length, limit: MOST }),
    close: async () => {
      await Promise.all([...idle.splice(0), ...inUse].map((connection) => connection.end()))
    },
  }
}
