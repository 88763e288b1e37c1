export const CREDENTIALS = {
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'credentials.manage',
  controls: [],
} as const

export const CREDENTIALS_AGENTS_TOO = {
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
} as const
