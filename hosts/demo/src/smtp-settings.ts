import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'

/** The throwaway server uses plain SMTP on the loopback interface. */
export const smtpSettings = (port: number): ProviderAccount['settings'] => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
})
