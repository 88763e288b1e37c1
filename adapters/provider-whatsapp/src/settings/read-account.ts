import { createHmac } from 'node:crypto'
import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { readSettings, type SettingsForm } from '@postrider/core/tenancy/domain/settings-form'
import type { AccountForm } from '@postrider/core/providers/ports/provider'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import { addressSetting, secretSetting } from '@postrider/http-calls/http-settings'
import { providerBase } from '@postrider/http-calls/provider-address'

/** An account of the Cloud API, parsed and checked. */
export interface CloudAccount {
  /** The base address; each number has its address below it. */
  readonly base: URL
  readonly wabaId: string
  readonly accessToken: string
  /** Proves with each call that the token is used by the app's own server. */
  readonly appSecretProof: string
}

const USUAL_BASE = 'https://graph.facebook.com'

/** The settings of a Cloud API account. */
export const CLOUD_FORM = {
  title: 'WhatsApp',
  settings: closed(
    {
      wabaId: text({
        pattern: /^\d{5,20}$/,
        description: 'ID of the WhatsApp Business Account.',
        example: '102290129340398',
      }),
      graphVersion: defaulted(
        text({
          pattern: /^v\d{1,3}\.\d{1,2}$/,
          description: 'Version of the Graph API.',
          example: 'v25.0',
        }),
        'v25.0',
      ),
    },
    {
      baseUrl: addressSetting('URL without a path, if you use a proxy.', USUAL_BASE),
    },
  ),
  secrets: closed(
    {
      accessToken: secretSetting('Token of a system user, for sending.'),
      appSecret: secretSetting('App Secret, with which Meta signs callbacks.'),
      verifyToken: secretSetting('Any text. Enter it at Meta together with the callback URL.'),
    },
    { appSecretPrevious: secretSetting('Previous App Secret, while callbacks signed with it can arrive.') },
  ),
} as const satisfies SettingsForm

/**
 * Parses an account's settings and secrets; throws a sentence that names the problem, without the secrets.
 */
export const readCloudAccount = (
  { settings: given }: AccountForm,
  secrets: Readonly<Record<string, string>>,
  networks: ProviderNetworks,
): CloudAccount => {
  const { settings, secrets: own } = readSettings(CLOUD_FORM, { settings: given, secrets })
  const { wabaId, graphVersion, baseUrl = USUAL_BASE } = settings
  const base = providerBase('baseUrl', baseUrl, networks)
  return {
    base: new URL(`${graphVersion}/`, base),
    wabaId,
    accessToken: own.accessToken,
    appSecretProof: createHmac('sha256', own.appSecret).update(own.accessToken).digest('hex'),
  }
}
