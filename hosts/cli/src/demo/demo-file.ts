import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Channel } from '@postrider/core/domain/channels/channel'
import { DEMO_COUNTRIES, DEMO_CURRENCY, DEMO_SENDER_ID, DEMO_VARIABLES, OTP_VARIABLE } from './demo-plans.js'
import type { DemoTenant, DemoTenants } from './demo-tenant.js'
import { writePrivately } from './remembered-tenants.js'

const templateOf = ({ templateIds }: DemoTenant, channel: Channel) => ({
  templateId: templateIds[channel],
  variables: DEMO_VARIABLES[channel],
})

const addressOf = ({ organizationId, brandId, projectId, appId, credential }: DemoTenant) => ({
  organizationId,
  brandId,
  projectId,
  appId,
  credential,
})

const passcodeTemplateOf = ({ templateIds }: DemoTenant, template: 'otpSms' | 'otpWhatsapp') => ({
  templateId: templateIds[template],
  otpVariable: OTP_VARIABLE,
})

/** Where the sandbox writes what it delivered (decisions 13). */
export const inboxFile = (dataDir: string): string => join(dataDir, 'sandbox-inbox.jsonl')

/** Where programs read how to use the demo. */
export const demoFile = (dataDir: string): string => join(dataDir, 'demo.json')

/** What an earlier demo said is no longer true. */
export const removeDemoFile = (dataDir: string): void => rmSync(demoFile(dataDir), { force: true })

/** Tells programs that the demo is ready and how to use it (decisions 14): only what works. */
export const writeDemoFile = (dataDir: string, baseUrl: string, { user, main, other }: DemoTenants): void =>
  writePrivately(demoFile(dataDir), {
    baseUrl,
    currency: DEMO_CURRENCY,
    countries: DEMO_COUNTRIES,
    ...addressOf(main),
    senderId: DEMO_SENDER_ID,
    readOnlyCredential: main.readOnlyCredential,
    user,
    otherTenant: { ...addressOf(other), templates: { sms: templateOf(other, 'sms') } },
    templates: {
      sms: templateOf(main, 'sms'),
      email: templateOf(main, 'email'),
      whatsapp: templateOf(main, 'whatsapp'),
      otpSms: passcodeTemplateOf(main, 'otpSms'),
      otpWhatsapp: passcodeTemplateOf(main, 'otpWhatsapp'),
    },
    sandboxInbox: inboxFile(dataDir),
  })
