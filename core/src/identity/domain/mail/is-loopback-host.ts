const IPV4_LOOPBACK = /^127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

/**
 * Whether a host is this machine: unencrypted traffic to it crosses no network where it could be read (RFC
 * 1122 3.2.1.3, RFC 4291 2.5.3, RFC 6761 6.3). An IPv6 address is given without brackets.
 */
export const isLoopbackHost = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || IPV4_LOOPBACK.test(host) || host === '::1'
