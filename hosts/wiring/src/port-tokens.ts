import type { Ports } from '@postrider/core/assembly/ports'
import { type Token, tokens } from './tokens.js'

/** The token under which each port is created; a port without one doesn't compile. */
export const portTokens: { readonly [K in keyof Ports]: Token<Ports[K]> } = {
  storage: tokens.storage,
  queue: tokens.queue,
  providers: tokens.providers,
  clock: tokens.clock,
  timekeeping: tokens.timekeeping,
  ids: tokens.ids,
  random: tokens.random,
  timers: tokens.timers,
  digests: tokens.digests,
  keyRing: tokens.keyRing,
  keyedDigests: tokens.keyedDigests,
  bearerSecrets: tokens.bearerSecrets,
  agentSecrets: tokens.agentSecrets,
  sessionTokens: tokens.sessionTokens,
  passwords: tokens.passwords,
  otpCodes: tokens.otpCodes,
  totp: tokens.totp,
  signatures: tokens.signatures,
  phoneNumbers: tokens.phoneNumbers,
  dnsRecords: tokens.dnsRecords,
  htmlReader: tokens.htmlReader,
  ipAddresses: tokens.ipAddresses,
  mailer: tokens.mailer,
  attachments: tokens.attachments,
  homes: tokens.homes,
  webhooks: tokens.webhooks,
  telemetry: tokens.telemetry,
}
