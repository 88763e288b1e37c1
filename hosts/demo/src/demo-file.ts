import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoAdmin } from './demo-admins.js'
import { DEMO_COUNTRIES, DEMO_CURRENCY, DEMO_SENDER_ID } from './demo-plans.js'
import { DEMO_VARIABLES, OTP_VARIABLE } from './demo-templates.js'
import type { DemoTenant, DemoTenants } from './demo-tenant.js'
import { writePrivately } from './remembered-tenants.js'

const templateOf = ({ templateIds }: DemoTenant, template: keyof typeof DEMO_VARIABLES) => ({
  templateId: templateIds[template],
  variables: DEMO_VARIABLES[template],
})

/** The recovery codes are omitted, because the demo signs in with them. */
const adminOf = ({ email, password, totpSecret }: DemoAdmin) => ({ email, password, totpSecret })

const addressOf = ({ organizationId, brandId, projectId, appId, credential }: DemoTenant) => ({
  organizationId,
  brandId,
  projectId,
  appId,
  credential,
})

const otpTemplateOf = ({ templateIds }: DemoTenant, template: 'otpSms' | 'otpWhatsapp') => ({
  templateId: templateIds[template],
  otpVariable: OTP_VARIABLE,
})

/** The file to which the sandbox writes its deliveries (docs/api/sandbox#sandbox-inbox). */
export const inboxFile = (dataDir: string): string => join(dataDir, 'sandbox-inbox.jsonl')

/** The name and the file of the traffic's inbox, which is separate from the others. */
export const TRAFFIC_INBOX = 'traffic'
export const trafficInboxFile = (dataDir: string): string =>
  join(dataDir, `sandbox-inbox-${TRAFFIC_INBOX}.jsonl`)

/** The file that shows programs how to use the demo. */
export const demoFile = (dataDir: string): string => join(dataDir, 'demo.json')

/** Removes the file of an earlier demo, because it is outdated. */
export const removeDemoFile = (dataDir: string): void => rmSync(demoFile(dataDir), { force: true })

/** Shows programs that the demo is ready and how to use it (docs/api/running#demo): only what works. */
export const writeDemoFile = (
  dataDir: string,
  addresses: Readonly<Record<'baseUrl' | 'consoleUrl' | 'websiteUrl', string>>,
  tenants: DemoTenants,
): void => {
  const { user, main, other, admin, secondAdmin, adminKey, bootstrapKey } = tenants
  writePrivately(demoFile(dataDir), {
    ...addresses,
    currency: DEMO_CURRENCY,
    countries: DEMO_COUNTRIES,
    ...addressOf(main),
    senderId: DEMO_SENDER_ID,
    readOnlyCredential: main.readOnlyCredential,
    user,
    admin: adminOf(admin),
    secondAdmin: adminOf(secondAdmin),
    agentKeys: { customer: main.customerKey, bootstrap: bootstrapKey, admin: adminKey },
    otherTenant: { ...addressOf(other), templates: { sms: templateOf(other, 'sms') } },
    templates: {
      sms: templateOf(main, 'sms'),
      smsIndia: templateOf(main, 'smsIndia'),
      email: templateOf(main, 'email'),
      whatsapp: templateOf(main, 'whatsapp'),
      otpSms: otpTemplateOf(main, 'otpSms'),
      otpWhatsapp: otpTemplateOf(main, 'otpWhatsapp'),
    },
    sandboxInbox: inboxFile(dataDir),
  })
}
