/** What hosts write their log with: one JSON line each, fields first. Never a secret, a recipient or a body. */
export interface HostLog {
  /** Lines at `debug` are written at all: where they are not, nobody needs to make their fields. */
  readonly writesDebug: boolean
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
