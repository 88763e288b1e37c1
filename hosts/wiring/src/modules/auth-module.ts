import { ContainerModule } from 'inversify'
import { createKeyRing } from '@postrider/auth-node/aes-key-ring'
import { createBearerSecrets } from '@postrider/auth-node/bearer-secrets'
import { createPasscodes } from '@postrider/auth-node/hmac-passcodes'
import { parseMasterKey } from '@postrider/auth-node/master-key'
import { ownMasterKey } from '../data-dir.js'
import type { Settings } from '../settings.js'
import { provide, tokens } from '../tokens.js'

const keysOf = (settings: Settings) => ({
  current: parseMasterKey(settings.masterKey ?? ownMasterKey(settings)),
  previous: settings.previousMasterKeys.map(parseMasterKey),
})

/** Bearer secrets, passcodes and the key ring. */
export const authModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.bearerSecrets, [], createBearerSecrets)
  provide(bind, tokens.keyRing, [tokens.settings], (settings) => createKeyRing(keysOf(settings)))
  provide(bind, tokens.passcodes, [tokens.settings], (settings) => createPasscodes(keysOf(settings)))
})
