import { nextId } from './bare-ids.js'
import type { BareMessage } from './bare-rows.js'
import type { BareWriter } from './bare-writer.js'

/** The number of accepted messages inserted per second. */
export interface InsertResult {
  readonly messages: number
  readonly seconds: number
}

const aMessage = (serial: number): BareMessage => {
  const atMs = Date.now()
  const id = nextId(atMs)
  return {
    id,
    requestId: `req_${id.digits}`,
    key: id.bytes,
    material: id.bytes.repeat(2),
    atMs,
    to: `+9198${String(serial % 100_000_000).padStart(8, '0')}`,
    variables: `{"name":"Customer ${serial}","text":"Your parcel arrives today between 14:00 and 16:00."}`,
    clientReference: `order-${serial}`,
    mac: undefined,
  }
}

/**
 * The cost of a bare server's rows without HTTP: this number of writers, each of which continues as soon as
 * it has a result.
 */
export const insertFor = async (
  { accept }: BareWriter,
  { writers, forMs }: { readonly writers: number; readonly forMs: number },
): Promise<InsertResult> => {
  const begunAt = performance.now()
  const end = begunAt + forMs
  let messages = 0
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      messages += 1
      await accept(aMessage(messages))
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return { messages, seconds: (performance.now() - begunAt) / 1000 }
}
