import { Postrider, type PostriderOptions } from '@postrider/client'
import type { MessageRequest } from '@postrider/client'
import { aSendBody } from '../../hosts/http/a-send.js'
import { type HttpFixture, openHttpFixture } from '../../hosts/http/http-fixture.js'
import { type Fault, type FaultyGateway, startFaultyGateway } from './faulty-gateway.js'

/** A client of a real host, behind a gateway with controlled faults. */
export interface ClientScene {
  readonly http: HttpFixture
  readonly gateway: FaultyGateway
  /** The faults of the next requests, in order. Later requests have none. */
  befall(...faults: readonly Fault[]): void
  /** Chooses a fault for every request from now on. */
  befallBy(next: () => Fault): void
  client(changes?: Partial<PostriderOptions>): Postrider
  /** A message that is accepted. */
  message(changes?: Partial<MessageRequest>): MessageRequest
  close(): Promise<void>
}

/** Opens a host with a tenant, behind a gateway. */
export const openClientScene = async (): Promise<ClientScene> => {
  const http = await openHttpFixture()
  let next: () => Fault = () => 'none'
  const gateway = await startFaultyGateway(http.port, () => next())
  return {
    http,
    gateway,
    befall: (...faults) => {
      const waiting = [...faults]
      next = () => waiting.shift() ?? 'none'
    },
    befallBy: (chance) => {
      next = chance
    },
    client: (changes = {}) =>
      new Postrider({ credential: http.mine.bearer, baseUrl: gateway.url, ...changes }),
    message: (changes = {}) => ({ ...(aSendBody(http.mine) as unknown as MessageRequest), ...changes }),
    close: async () => {
      await gateway.stop()
      await http.close()
    },
  }
}
