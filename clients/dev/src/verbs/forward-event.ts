import type { Event } from '@postrider/client'
import { networkCode } from '../access/ask.js'
import { usageError } from '../errors/exit-code.js'
import { VERSION } from '../version.js'
import { deliveryHeaders } from './sign-event.js'

/** The response to an event: its status, or why there was none. */
export interface Forwarded {
  readonly status: number | string
  readonly durationMs: number
}

/** The time that webhook endpoints have too (docs/api/webhooks#deliveries). */
const LONGEST_MS = 15_000

/** Throws a usage error for a text that isn't an HTTP URL. */
export const checkedTarget = (text: string): string => {
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: '' }
  if (protocol === 'http:' || protocol === 'https:') return text
  throw usageError('--forward-to must be a URL.', '--forward-to http://localhost:3000/hooks')
}

/** Posts an event as a signed webhook, without following redirects. The signal ends it. */
export const forwardEvent = async (
  url: string,
  event: Event,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<Forwarded> => {
  const body = JSON.stringify(event)
  const begunAtMs = performance.now()
  const timeout = AbortSignal.timeout(LONGEST_MS)
  const statusOf = async (): Promise<number | string> => {
    try {
      const { status, body: answer } = await fetch(url, {
        method: 'POST',
        headers: { ...deliveryHeaders(event, body, secrets), 'User-Agent': `postrider-dev/${VERSION}` },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      await answer?.cancel()
      return status
    } catch (error) {
      if (timeout.aborted) return 'timeout'
      return networkCode(error) ?? 'no response'
    }
  }
  const status = await statusOf()
  return { status, durationMs: Math.round(performance.now() - begunAtMs) }
}
