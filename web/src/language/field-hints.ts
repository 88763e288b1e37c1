/**
 * Hints for fields, by field name. The descriptions of the codecs are for API users and aren't shown: a field
 * without a hint needs none.
 */
export const FIELD_HINTS: Readonly<Record<string, string>> = {
  currency: 'For example INR.',
  country: 'Two letters, for example IN.',
  countryCode: 'Two letters, for example IN.',
  language: 'For example hi or pt-BR.',
  destinationPrefix: 'For example +91. Enter * for all destinations and for email.',
  prefix: 'For example +4474.',
  minDigits: 'With the calling code, without +. For example 12.',
  maxDigits: 'With the calling code, without +. For example 12.',
  prefixes: 'For example +91. If empty: all numbers.',
  effectiveFrom: 'Must not be in the past.',
  evidence: 'The facts and their source. They are kept in the audit log.',
  alertPercents: 'For example 50, 80 and 100.',
  allowedIps: 'For example 203.0.113.0/24. If empty: all addresses.',
  allowedCountries:
    'Two letters each, for example IN. If empty: all countries. This restricts only SMS and WhatsApp.',
  types: 'If none is selected: all events.',
  overlapSeconds: 'Earlier values also work for this time. 0 ends them at once.',
  maxLength: 'Maximum number of characters in a value. If empty: 500.',
  example: 'Shown to reviewers and in the preview.',
  ratePerSecond: 'For all processes together. Each segment of an SMS counts.',
  weight: 'The share of traffic relative to the other accounts. If empty: 1.',
  unitCosts: 'The longest matching prefix applies.',
  header: 'Letters and digits, or a number.',
  newPassword: 'At least 12 characters.',
  taxId: 'As your tax authority writes it.',
  organizationId: 'If empty: all Organizations.',
}
