import { makeCall, type CallOptions } from '../calls/call.js'
import type { Answered } from '../calls/last-response.js'
import type { Readiness } from '../contract/shapes.js'
import type { Settings } from '../settings.js'

/** Whether the service is ready, with its checks, even if it isn't. */
export const statusOf = (settings: Settings, options: CallOptions): Promise<Answered<Readiness>> => {
  const call = {
    method: 'GET',
    path: '/v1/readiness',
    expects: 'checks',
  } as const
  return makeCall(settings, call, options)
}
