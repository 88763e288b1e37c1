/** Names of this machine that browsers treat as safe without TLS, as a URL writes them. */
const NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Whether a host name of a URL is this machine itself. */
export const isLoopback = (hostname: string): boolean => NAMES.has(hostname)
