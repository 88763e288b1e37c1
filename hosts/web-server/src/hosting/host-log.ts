/**
 * The log of hosts: one JSON line per entry, fields first. Never contains a secret, a recipient or a body.
 */
export interface HostLog {
  /** Whether `debug` lines are written; if not, callers needn't build their fields. */
  readonly writesDebug: boolean
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
