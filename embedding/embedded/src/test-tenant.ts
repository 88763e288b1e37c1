import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { FirstSetUpRequest } from '@postrider/core/setup/domain/first-set-up'
import type { Postrider } from '@postrider/core/postrider'
import { rightOrThrow } from './embedded-error.js'

/** A tenant that can send at once, to nobody: in the test environment, through the sandbox. */
export interface EmbeddedTenant {
  /** The credential of its server, with every permission. */
  readonly credential: string
  readonly projectId: string
  readonly appId: string
  readonly templates: {
    readonly sms: string
    readonly email: string
    readonly whatsapp: string
    readonly otpSms: string
  }
}

const BY_EMBEDDER = { actor: { kind: 'operator', id: 'embedded' }, reason: 'To try it out.' } as const

const CREDIT_MINOR = 1_000_000

const aPassword = (): string => randomBytes(18).toString('base64url')

const order = (): FirstSetUpRequest => ({
  firstAdmin: { email: 'first@postrider.example', displayName: 'First', password: aPassword() },
  secondAdmin: { email: 'second@postrider.example', displayName: 'Second' },
  organization: { displayName: 'Test', projectName: 'Test', environment: 'test', currency: 'INR' },
  appName: 'Test',
  credential: { label: 'embedded', daysOfLife: 365 },
  providers: [
    {
      kind: 'sandbox',
      name: 'Sandbox',
      channels: ['sms', 'whatsapp', 'email'],
      settings: {},
      maxConcurrent: 64,
      timeoutMs: 15_000,
    },
  ],
  senders: {
    sms: { header: 'PSTRDR' },
    whatsapp: { phoneNumberId: '100000000000001' },
    email: { from: 'test@postrider.example' },
  },
  prices: [
    { channel: 'sms', destinationPrefix: '*', unitAmountMinor: 25 },
    { channel: 'whatsapp', destinationPrefix: '*', unitAmountMinor: 25 },
    { channel: 'email', destinationPrefix: '*', unitAmountMinor: 5 },
  ],
  creditMinor: CREDIT_MINOR,
})

const tenantOf = ({ credential, projectId, appId, templates }: FirstSetUp): EmbeddedTenant => {
  const named = (channel: string, isOtp: boolean): string =>
    templates.find((one) => one.channel === channel && (one.otpVariable !== undefined) === isOtp)
      ?.templateId ?? ''
  return {
    credential: credential.bearer,
    projectId,
    appId,
    templates: {
      sms: named('sms', false),
      email: named('email', false),
      whatsapp: named('whatsapp', false),
      otpSms: named('sms', true),
    },
  }
}

/**
 * Sets up an empty installation for the test environment. It stores the values that can't be shown again in
 * the data directory, readable only by its owner, so that each call returns the same tenant. An installation
 * that was set up differently is refused and not changed.
 */
export const setUpTestTenant = async (core: Postrider, dataDir: string): Promise<EmbeddedTenant> => {
  const file = join(dataDir, 'test-tenant.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedTenant
  const made = rightOrThrow('The set-up of a test tenant', await core.firstSetUp(order(), BY_EMBEDDER)())
  const tenant = tenantOf(made)
  writeFileSync(`${file}.new`, `${JSON.stringify(tenant, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return tenant
}
