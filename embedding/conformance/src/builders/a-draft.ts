import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import { fresh, NOW_MS } from './fresh.js'

/** The first version of an SMS template for outside +91, as its author has just saved it. */
export const aDraft = (overrides: Partial<TemplateDraft> = {}): TemplateDraft => ({
  draftId: fresh.id('tpl'),
  organizationId: fresh.id('org'),
  version: 1,
  templateVersionId: fresh.id('tpv'),
  name: 'order_shipped',
  category: 'transactional',
  language: 'en',
  variantOf: undefined,
  content: { channel: 'sms', text: 'Hello {{name}}, order {{order}} has left.' },
  variables: [
    { name: 'name', maxLength: 60, example: 'Asha' },
    { name: 'order', type: 'numeric', example: '10024' },
  ],
  state: 'draft',
  stateSinceMs: NOW_MS,
  expectedByMs: undefined,
  vendorTemplate: undefined,
  entered: undefined,
  registration: undefined,
  isForSandbox: false,
  history: [],
  ...overrides,
})
