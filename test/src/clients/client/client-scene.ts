import { Postrider, type PostriderOptions } from '@postrider/client'
import type { MessageRequest } from '@postrider/client'
import { aSendBody } from '../../hosts/http/a-send.js'
import { type HttpFixture, openHttpFixture } from '../../hosts/http/http-fixture.js'
import { type Fault, type FaultyGateway, startFaultyGateway } from './faulty-gateway.js'

/** A client at a real host, with a gateway between that does what it is told. */
export interface ClientScene {
  readonly http: HttpFixture
  readonly gateway: FaultyGateway
  /** What befalls the next requests, in turn; nothing befalls those after them. */
  befall(...faults: readonly Fault[]): void
  /** What befalls every request from now on, by chance. */
  befallBy(next: () => Fault): void
  client(changes?: Partial<PostriderOptions>): Postrider
  /** A message that is accepted. */
  message(changes?: Partial<MessageRequest>): MessageRequest
  close(): Promise<void>
}

/** Opens a host with a tenant, and a gateway in front of it. */
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
