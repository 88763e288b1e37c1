import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { CALLBACK_TOKEN } from '@postrider/core/providers/use-cases/account-secrets'
import { freePort } from '../servers/free-port.js'
import { type Scene, sceneOf } from '../hosts/mail-scene.js'
import { AUTH_TOKEN, type TwilioGateway } from './twilio-gateway.js'

/** A tenant whose SMS go through a gateway on loopback, and the receiver of its callbacks. */
export interface GatewayScene extends Scene {
  readonly httpPort: number
  /** Authenticates a callback of the account. */
  readonly token: string
}

/** The connection to the gateway. */
interface GatewayPlan {
  readonly settings: ProviderAccount['settings']
  readonly secrets: Readonly<Record<string, string>>
}

/** Migrates a database and sets up the tenant. Money is charged after a text is delivered. */
export const setGatewayScene = async (
  given: Readonly<Record<string, string>>,
  { settings, secrets }: GatewayPlan,
): Promise<GatewayScene> => {
  const httpPort = await freePort()
  const masterKey = newMasterKey()
  const { token } = createSessionTokens({ current: parseMasterKey(masterKey) }).create('link')
  const process = {
    POSTRIDER_MASTER_KEY: masterKey,
    POSTRIDER_HTTP_PORT: `${httpPort}`,
    POSTRIDER_METRICS_PORT: '0',
    POSTRIDER_DRAIN_PAUSE_MS: '0',
  }
  const scene = await sceneOf(
    { ...process, ...given },
    {
      channel: 'sms',
      account: {
        kind: 'http-sms',
        settings,
        maxConcurrent: 50,
        timeoutMs: 15_000,
      },
      secrets: { ...secrets, [CALLBACK_TOKEN]: token },
      chargeOn: 'delivered',
    },
  )
  return { ...scene, httpPort, token }
}

/** The same through a gateway like Twilio. */
export const setTwilioScene = (
  given: Readonly<Record<string, string>>,
  { url }: Pick<TwilioGateway, 'url'>,
): Promise<GatewayScene> =>
  setGatewayScene(given, {
    settings: { preset: 'twilio', accountSid: `AC${'0'.repeat(32)}`, baseUrl: url },
    secrets: { authToken: AUTH_TOKEN },
  })
