/**
 * Looks up records in the domain name system (docs/api/senders#email-domains).
 *
 * @example
 * ```ts
 * import type { DnsRecords } from '@postrider/core/channels/ports/dns-records'
 *
 * // For tests: one domain, which sends nothing.
 * const dnsRecords: DnsRecords = {
 *   txt: async (name) => (name === 'acme.example' ? ['v=spf1 -all'] : []),
 * }
 * ```
 */
export interface DnsRecords {
  /**
   * The TXT records of a name, each with its parts joined, also through a CNAME; empty if there are none.
   * Undefined if no server responded in time. Never rejects.
   */
  txt(name: string): Promise<readonly string[] | undefined>
}
