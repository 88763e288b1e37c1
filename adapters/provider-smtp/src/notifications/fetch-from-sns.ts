import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import { providerAgent } from '@postrider/http-calls/provider-agent'
import { sendRequest } from '@postrider/http-calls/send-request'

const TIMEOUT_MS = 5 * SECOND_MS

/**
 * Fetches a public address, without following redirects; undefined without a response, or with another status
 * than 200. Never rejects.
 */
export const fetchFromSns = async (url: URL, networks: ProviderNetworks): Promise<string | undefined> => {
  const agent = providerAgent(url.href, networks)
  try {
    const request = { method: 'GET', url, headers: {}, body: undefined } as const
    const result = await sendRequest(agent, request, TIMEOUT_MS)
    const isThere = result._tag === 'Answered' && result.answer.status === 200
    return isThere && result.answer.body !== undefined
      ? new TextDecoder().decode(result.answer.body)
      : undefined
  } finally {
    agent.destroy()
  }
}
