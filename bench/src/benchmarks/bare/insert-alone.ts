import { nextId } from './bare-ids.js'
import type { BareMessage } from './bare-rows.js'
import type { BareWriter } from './bare-writer.js'

/** How many accepted messages a second were inserted. */
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

/** What the rows of a bare server cost without HTTP: so many writers, each of which asks again as soon as it is answered. */
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
