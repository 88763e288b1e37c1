import { createKeyRing } from '@postrider/node/auth/aes-key-ring'
import { createPasswords } from '@postrider/node/auth/argon2-passwords'
import { createAgentSecrets, createBearerSecrets } from '@postrider/node/auth/bearer-secrets'
import { createKeyedDigests } from '@postrider/node/auth/hmac-keyed-digests'
import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
import { type MasterKeys, newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { createOtpCodes } from '@postrider/node/auth/hmac-otp-codes'
import { ed25519Signatures } from '@postrider/node/auth/ed25519-signatures'
import { createTotp } from '@postrider/node/auth/otpauth-totp'
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

/**
 * Secrets of every kind from the real adapters, with a new or given master key. Generated codes are recorded.
 */
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
