import { Resolver } from 'node:dns/promises'
import type { DnsRecords } from '@postrider/core/channels/ports/dns-records'

/** How long a server may take to respond, and how often it is asked. */
const LIMITS = { timeout: 2_000, tries: 2 }

/** Errors that mean that the name has no such record. */
const NONE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks up records at these servers (`address:port`), by default at those of the system. */
export const dnsRecordsAt = (servers?: readonly string[]): DnsRecords => {
  const resolver = new Resolver(LIMITS)
  if (servers !== undefined) resolver.setServers(servers)
  return {
    txt: async (name) => {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      } catch (cause) {
        return cause instanceof Error && 'code' in cause && NONE.has(cause.code) ? [] : undefined
      }
    },
  }
}
