import { hostname } from 'node:os'

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN_NAME = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`, 'i')
const HOST_LABEL = new RegExp(`^${LABEL}$`, 'i')

/**
 * The name for EHLO if the account sets none: the machine's own name if it is a complete domain name, else
 * the domain for bounces, else the machine's name in the domain that is reserved for it. Mail servers of
 * recipients distrust an address literal, so it is never one (RFC 5321, 4.1.4).
 */
export const greetingName = (bounceDomain: string | undefined, machine = hostname()): string => {
  if (DOMAIN_NAME.test(machine)) return machine.toLowerCase()
  if (bounceDomain !== undefined) return bounceDomain
  return HOST_LABEL.test(machine) ? `${machine.toLowerCase()}.localdomain` : 'localhost.localdomain'
}
