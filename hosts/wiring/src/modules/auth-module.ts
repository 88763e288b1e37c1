import { ContainerModule } from 'inversify'
import { createPasswords } from '@postrider/auth-node/argon2-passwords'
import { createKeyRing } from '@postrider/auth-node/aes-key-ring'
import { createAgentSecrets, createBearerSecrets } from '@postrider/auth-node/bearer-secrets'
import { createKeyedDigests } from '@postrider/auth-node/hmac-keyed-digests'
import { createOtpCodes } from '@postrider/auth-node/hmac-otp-codes'
import { createSessionTokens } from '@postrider/auth-node/hmac-session-tokens'
import { parseMasterKey } from '@postrider/auth-node/master-key'
import { ed25519Signatures } from '@postrider/auth-node/ed25519-signatures'
import { createTotp } from '@postrider/auth-node/otpauth-totp'
import { ownMasterKey } from '../data-dir.js'
import type { Settings } from '../settings.js'
import { provide, tokens } from '../tokens.js'

const keysOf = (settings: Settings) => ({
  current: parseMasterKey(settings.masterKey ?? ownMasterKey(settings)),
  previous: settings.previousMasterKeys.map(parseMasterKey),
})

/** Secrets of every kind, and what recognises them. */
export const authModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.bearerSecrets, [], createBearerSecrets)
  provide(bind, tokens.agentSecrets, [], createAgentSecrets)
  provide(bind, tokens.keyRing, [tokens.settings], (settings) => createKeyRing(keysOf(settings)))
  provide(bind, tokens.sessionTokens, [tokens.settings], (settings) => createSessionTokens(keysOf(settings)))
  provide(bind, tokens.keyedDigests, [tokens.settings], (settings) => createKeyedDigests(keysOf(settings)))
  provide(bind, tokens.passwords, [], () => createPasswords())
  provide(bind, tokens.totp, [], createTotp)
  provide(bind, tokens.signatures, [], () => ed25519Signatures)
  provide(bind, tokens.otpCodes, [tokens.settings], (settings) => createOtpCodes(keysOf(settings)))
})
