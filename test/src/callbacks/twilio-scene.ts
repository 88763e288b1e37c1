import { newMasterKey, parseMasterKey } from '@postrider/auth-node/master-key'
import { createSessionTokens } from '@postrider/auth-node/hmac-session-tokens'
import { CALLBACK_TOKEN } from '@postrider/core/use-cases/providers/account-secrets'
import { freePort } from '../servers/free-port.js'
import { type Scene, sceneOf } from '../campaigns/mail-scene.js'
import { AUTH_TOKEN, type TwilioGateway } from './twilio-gateway.js'

/** A tenant whose SMS go through a gateway as Twilio is one, and where its callbacks are taken. */
export interface TwilioScene extends Scene {
  readonly httpPort: number
}

/** Migrates a database and sets the tenant up; money is charged once a text is delivered. */
export const setTwilioScene = async (
  given: Readonly<Record<string, string>>,
  { url }: Pick<TwilioGateway, 'url'>,
): Promise<TwilioScene> => {
  const httpPort = await freePort()
  const masterKey = newMasterKey()
  const { token } = createSessionTokens({ current: parseMasterKey(masterKey) }).create('link')
  const scene = await sceneOf(
    {
      POSTRIDER_MASTER_KEY: masterKey,
      POSTRIDER_HTTP_PORT: `${httpPort}`,
      POSTRIDER_METRICS_PORT: '0',
      POSTRIDER_DRAIN_PAUSE_MS: '0',
      ...given,
    },
    {
      channel: 'sms',
      account: {
        kind: 'http-sms',
        settings: {
          preset: 'twilio',
          accountSid: `AC${'0'.repeat(32)}`,
          baseUrl: url,
          allowPlain: true,
          allowPrivate: true,
        },
        maxConcurrent: 50,
        timeoutMs: 15_000,
      },
      secrets: { authToken: AUTH_TOKEN, [CALLBACK_TOKEN]: token },
      chargeOn: 'delivered',
    },
  )
  return { ...scene, httpPort }
}
