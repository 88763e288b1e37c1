/**
 * What people need to know to fill in a field, by its name. The descriptions of the codecs are for programs and aren't shown:
 * a field without a hint needs none.
 */
export const FIELD_HINTS: Readonly<Record<string, string>> = {
  currency: 'For example INR.',
  countryCode: 'Two letters, for example IN.',
  destinationPrefix: 'For example +91. Write * for all destinations and for email.',
  prefix: 'For example +4474.',
  prefixes: 'For example +91. Empty: all numbers.',
  effectiveFrom: 'Not in the past.',
  evidence: 'The facts and their source. They are kept in the audit log.',
  alertPercents: 'For example 50, 80 and 100.',
  allowedIps: 'For example 203.0.113.0/24. Empty: all addresses.',
  allowedCountries:
    'Two letters each, for example IN. Empty: all countries. Only SMS and WhatsApp are restricted.',
  overlapSeconds: 'The old one and the new one both work for this time.',
  maxLength: 'The most characters of a value. Empty: 500.',
  example: 'Reviewers and the preview see it.',
  ratePerSecond: 'For all processes together. Each segment of an SMS counts.',
  weight: 'Its share relative to the other accounts. Empty: 1.',
  unitCosts: 'The longest prefix that matches is used.',
  header: 'Letters and digits, or a number.',
  newPassword: 'At least 12 characters.',
  taxId: 'As the tax authority writes it.',
  organizationId: 'Empty: all organizations.',
}
