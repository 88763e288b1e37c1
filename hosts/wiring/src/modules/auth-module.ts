import { ContainerModule } from 'inversify'
import { createKeyRing } from '@postrider/auth-node/aes-key-ring'
import { createBearerSecrets } from '@postrider/auth-node/bearer-secrets'
import { parseMasterKey } from '@postrider/auth-node/master-key'
import { ownMasterKey } from '../data-dir.js'
import { provide, tokens } from '../tokens.js'

/** Bearer secrets and the key ring. */
export const authModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.bearerSecrets, [], createBearerSecrets)
  provide(bind, tokens.keyRing, [tokens.settings], (settings) =>
    createKeyRing({
      current: parseMasterKey(settings.masterKey ?? ownMasterKey(settings)),
      previous: settings.previousMasterKeys.map(parseMasterKey),
    }),
  )
})
