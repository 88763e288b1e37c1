import { join } from 'node:path'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { ReadyTemplate } from '@postrider/core/templates/domain/ready-template'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { publicUrlOf, type Settings } from '@postrider/wiring/settings'

/** The name of a template for programs: its channel, with a suffix for OTP templates. */
const nameOf = ({ channel, otpVariable }: ReadyTemplate): string =>
  otpVariable === undefined ? channel : `otp${channel.charAt(0).toUpperCase()}${channel.slice(1)}`

const templateOf = ({ templateId, variables, otpVariable }: ReadyTemplate) =>
  otpVariable === undefined ? { templateId, variables } : { templateId, otpVariable }

const linkOf = ({ link, expiresAtMs, email }: FirstSetUp['secondAdmin']) => ({
  email,
  ...(link.by === 'hand' ? { link: link.link } : {}),
  linkExpiresAt: isoTime(expiresAtMs),
})

/** Everything that was created, for programs, in the format of `demo.json`. It contains secrets. */
export const setUpFile = (made: FirstSetUp, settings: Settings, sandbox: boolean): string => {
  const { firstAdmin, secondAdmin, credential, templates } = made
  const { organizationId, brandId, projectId, appId, environment, currency } = made
  const { email, totpSecret, totpUri, recoveryCodes } = firstAdmin
  const content = {
    baseUrl: publicUrlOf(settings),
    currency,
    environment,
    organizationId,
    brandId,
    projectId,
    appId,
    credential: credential.bearer,
    credentialExpiresAt: isoTime(credential.expiresAtMs),
    admin: { email, totpSecret, totpUri, recoveryCodes },
    secondAdmin: linkOf(secondAdmin),
    templates: Object.fromEntries(templates.map((template) => [nameOf(template), templateOf(template)])),
    ...(sandbox ? { sandboxInbox: join(settings.dataDir, 'sandbox-inbox.jsonl') } : {}),
  }
  return `${JSON.stringify(content, undefined, 2)}\n`
}
