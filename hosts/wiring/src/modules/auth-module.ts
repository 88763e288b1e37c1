import { ContainerModule } from 'inversify'
import { createPasswords } from '@postrider/node/auth/argon2-passwords'
import { createKeyRing } from '@postrider/node/auth/aes-key-ring'
import { createAgentSecrets, createBearerSecrets } from '@postrider/node/auth/bearer-secrets'
import { createKeyedDigests } from '@postrider/node/auth/hmac-keyed-digests'
import { createOtpCodes } from '@postrider/node/auth/hmac-otp-codes'
import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
import { parseMasterKey } from '@postrider/node/auth/master-key'
import { ed25519Signatures } from '@postrider/node/auth/ed25519-signatures'
import { createTotp } from '@postrider/node/auth/otpauth-totp'
import { ownMasterKey } from '../data-dir.js'
import type { Settings } from '../settings.js'
import { provide, tokens } from '../tokens.js'

const keysOf = (settings: Settings) => ({
  current: parseMasterKey(settings.masterKey ?? ownMasterKey(settings)),
  previous: settings.previousMasterKeys.map(parseMasterKey),
})

/** Secrets of every kind, and their verification. */
export const authModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.bearerSecrets, [], createBearerSecrets)
  provide(bind, tokens.agentSecrets, [], createAgentSecrets)
  provide(bind, tokens.keyRing, [tokens.settings], (settings) => createKeyRing(keysOf(settings)))
  provide(bind, tokens.sessionTokens, [tokens.settings], (settings) => createSessionTokens(keysOf(settings)))
  provide(bind, tokens.keyedDigests, [tokens.settings], (settings) => createKeyedDigests(keysOf(settings)))
  provide(bind, tokens.passwords, [], () => createPasswords())
  provide(bind, tokens.totp, [tokens.settings], ({ product }) => createTotp(product.name))
  provide(bind, tokens.signatures, [], () => ed25519Signatures)
  provide(bind, tokens.otpCodes, [tokens.settings], (settings) => createOtpCodes(keysOf(settings)))
})
