import { createKeyRing } from '@postrider/auth-node/aes-key-ring'
import { createPasswords } from '@postrider/auth-node/argon2-passwords'
import { createAgentSecrets, createBearerSecrets } from '@postrider/auth-node/bearer-secrets'
import { createKeyedDigests } from '@postrider/auth-node/hmac-keyed-digests'
import { createSessionTokens } from '@postrider/auth-node/hmac-session-tokens'
import { type MasterKeys, newMasterKey, parseMasterKey } from '@postrider/auth-node/master-key'
import { createOtpCodes } from '@postrider/auth-node/hmac-otp-codes'
import { ed25519Signatures } from '@postrider/auth-node/ed25519-signatures'
import { createTotp } from '@postrider/auth-node/otpauth-totp'
import type { Ports } from '@postrider/core/assembly/ports'
import { overheardOtpCodes } from './overheard-otp-codes.js'

type SecretPorts = Pick<
  Ports,
  | 'keyRing'
  | 'keyedDigests'
  | 'bearerSecrets'
  | 'agentSecrets'
  | 'sessionTokens'
  | 'passwords'
  | 'otpCodes'
  | 'totp'
  | 'signatures'
>

/** Secrets of every kind under a new master key, or those that are given, by the real adapters; the codes that are drawn are overheard. */
export const secretPorts = (
  codes: Map<string, string>,
  key: MasterKeys = { current: parseMasterKey(newMasterKey()) },
): SecretPorts => {
  return {
    keyRing: createKeyRing(key),
    keyedDigests: createKeyedDigests(key),
    bearerSecrets: createBearerSecrets(),
    agentSecrets: createAgentSecrets(),
    sessionTokens: createSessionTokens(key),
    passwords: createPasswords(),
    otpCodes: overheardOtpCodes(createOtpCodes(key), codes),
    totp: createTotp(),
    signatures: ed25519Signatures,
  }
}
