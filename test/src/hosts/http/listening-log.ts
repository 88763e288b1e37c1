import type { HostLog } from '@postrider/web-server/hosting/host-log'

/** A log line, as a test reads it. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

/** A log that keeps its lines. */
export const listeningLog = (): { readonly log: HostLog; readonly lines: readonly LogLine[] } => {
  const lines: LogLine[] = []
  const at = (level: LogLine['level']) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message })
  return {
    log: { writesDebug: true, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    lines,
  }
}
