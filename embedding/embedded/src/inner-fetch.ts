import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FetchLike } from '@postrider/client'

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A `fetch` over connections within this process: requests to any address go to the same host. */
export const innerFetch =
  (connect: () => Duplex): FetchLike =>
  async (address, { method, headers, body, signal }) => {
    const { pathname, search } = new URL(address)
    const clientRequest = request({
      method,
      path: pathname + search,
      headers: { ...headers, Host: 'embedded' },
      createConnection: connect,
      signal,
    })
    clientRequest.end(body)
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    const text = await textOf(response)
    const get = (name: string): string | null => {
      const value = response.headers[name.toLowerCase()]
      return value === undefined ? null : String(value)
    }
    return { status: response.statusCode ?? 0, headers: { get }, text: () => Promise.resolve(text) }
  }
