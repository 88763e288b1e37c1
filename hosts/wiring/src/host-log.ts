/** What hosts write their log with: one JSON line each, fields first. Never a secret, a recipient or a body. */
export interface HostLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
