import { text } from '../../kernel/codecs/text.js'

export const PLATFORM = {
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'none',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

export const RELEASE_PATTERN = /^\d+\.\d+\.\d+$/

/** A release of a client or of the contract, as three numbers. */
export const releaseField = (description: string, example: string) =>
  text({ pattern: RELEASE_PATTERN, description, example })

export const PLATFORM_INTERACTIVE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  whileSuspended: true,
} as const

export const shownRightsVersion = text({
  minLength: 32,
  maxLength: 32,
  pattern: /^[0-9a-f]{32}$/,
  description:
    '`rightsVersion` from `getRestoration`. If access rights have changed since, the call is refused, so that they are reviewed again.',
  example: '0123456789abcdef0123456789abcdef',
})
