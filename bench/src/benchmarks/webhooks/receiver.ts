import { fileURLToPath } from 'node:url'
import { callChild } from '../child-calls.js'
import { startReadyChild } from '../ready-child.js'
import { SILENT_PATH } from './silent-path.js'

/** The events that arrived. */
export interface Arrivals {
  /** From the time of the event to its arrival. */
  readonly agesMs: readonly number[]
}

/** A receiver of webhooks in its own process. */
export interface Receiver {
  /** The URL of an endpoint that responds at once. */
  readonly promptUrl: string
  /** The URL of one that accepts connections and never responds. */
  readonly silentUrl: string
  /** How many events arrived since they were taken last. */
  count(): Promise<number>
  take(): Promise<Arrivals>
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./receiver-process.js', import.meta.url))

export const startReceiver = async (): Promise<Receiver> => {
  const { child, ready, stop } = await startReadyChild<{ readonly port: number }>(PROGRAM, {})
  const base = `http://127.0.0.1:${ready.port}`
  return {
    promptUrl: `${base}/`,
    silentUrl: `${base}${SILENT_PATH}`,
    count: () => callChild(child, 'count'),
    take: () => callChild(child, 'take'),
    stop,
  }
}
