import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import { fresh } from './fresh.js'

/** The trace of a request whose caller sends one. */
export const aTrace = (): TraceContext => ({
  requestId: `request-${fresh.hex(8)}`,
  traceparent: `00-${fresh.hex(32)}-${fresh.hex(16)}-01`,
})
