import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { CallbackReader } from '@postrider/core/providers/ports/provider-callback'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'

/** An address that providers call. */
export interface CallbackServer {
  readonly url: string
  close(): void
}

/**
 * The callback endpoint of a provider. It reads like the HTTP host does, and responds by the result of the
 * reports.
 */
export const startCallbackServer = async (
  reader: CallbackReader,
  account: ProviderAccount,
  secrets: Readonly<Record<string, string>>,
  sink: ProviderSink,
): Promise<CallbackServer> => {
  const wants = [...reader.wants, ...(reader.wantsBesides?.(account) ?? [])]
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = await buffer(request)
    const { method, headers } = request
    const wanted = wants.map((name): [string, string] => [name, String(headers[name] ?? '')])
    const verdict = await reader.read(account, secrets, {
      method: method === 'GET' ? 'GET' : 'POST',
      url: `http://${headers.host ?? ''}${request.url ?? ''}`,
      headers: Object.fromEntries(wanted),
      body,
    })
    if (verdict._tag === 'Reply') return response.end(verdict.text)
    if (verdict._tag !== 'Read') return response.writeHead(verdict._tag === 'Forged' ? 403 : 200).end()
    const { unread: _unread, ...reports } = verdict
    return sink(reports).then(
      () => response.end(),
      () => response.writeHead(503).end(),
    )
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/x/y`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
