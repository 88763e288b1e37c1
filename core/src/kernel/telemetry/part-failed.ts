import type { TracedMessage } from '../tracing/trace-context.js'
import type { ServicePart } from './service-parts.js'

/** A part of the service failed. */
export interface PartFailed {
  readonly _tag: 'PartFailed'
  readonly where: ServicePart
  readonly cause: string
  /** The message that it concerns, if it concerns exactly one. */
  readonly about?: TracedMessage
}
