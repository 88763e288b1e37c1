import type { FirstSetUpRequest } from '@postrider/core/setup/domain/first-set-up'

/** The options of an installation that sends through the sandbox on every channel. */
export const aFirstSetUp = (overrides: Partial<FirstSetUpRequest> = {}): FirstSetUpRequest => ({
  firstAdmin: { email: 'olu@example.com', displayName: 'Olu', password: 'seventeen green lanterns' },
  secondAdmin: { email: 'mina@example.com', displayName: 'Mina' },
  organization: { displayName: 'Acme', projectName: 'Shop', environment: 'test', currency: 'INR' },
  appName: 'Order service',
  credential: { label: 'order service', daysOfLife: 365 },
  providers: [
    {
      kind: 'sandbox',
      name: 'Sandbox',
      channels: ['sms', 'whatsapp', 'email'],
      settings: {},
      maxConcurrent: 8,
      timeoutMs: 15_000,
    },
  ],
  senders: {
    sms: { header: 'ACMEIN' },
    whatsapp: { phoneNumberId: '100000000000001' },
    email: { from: 'orders@acme.example' },
  },
  prices: [
    { channel: 'sms', destinationPrefix: '*', unitAmountMinor: 430 },
    { channel: 'sms', destinationPrefix: '+91', unitAmountMinor: 18 },
    { channel: 'whatsapp', destinationPrefix: '*', unitAmountMinor: 80 },
    { channel: 'email', destinationPrefix: '*', unitAmountMinor: 4 },
  ],
  creditMinor: 100_000,
  ...overrides,
})

/** The same for production: only emails through a mail server. */
export const aProductionOrder = (overrides: Partial<FirstSetUpRequest> = {}): FirstSetUpRequest => {
  const { organization, ...order } = aFirstSetUp()
  return {
    ...order,
    organization: { ...organization, environment: 'production', legalName: 'Acme Private Limited' },
    providers: [
      {
        kind: 'smtp',
        name: 'Mail server',
        channels: ['email'],
        settings: { host: '127.0.0.1', port: 2525, tls: 'none' },
        maxConcurrent: 8,
        timeoutMs: 15_000,
      },
    ],
    senders: { email: { from: 'orders@acme.example' } },
    prices: [{ channel: 'email', destinationPrefix: '*', unitAmountMinor: 4 }],
    ...overrides,
  }
}
