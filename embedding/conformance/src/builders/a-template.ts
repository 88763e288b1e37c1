import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { fresh } from './fresh.js'
import { DLT_REGISTRATION } from './a-registration.js'

/** An approved SMS template with two variables. */
export const aTemplate = (overrides: Partial<TemplateVersion> = {}): TemplateVersion => ({
  templateId: fresh.id('tpl'),
  templateVersionId: fresh.id('tpv'),
  organizationId: fresh.id('org'),
  name: 'order_shipped',
  category: 'transactional',
  language: 'en',
  variantOf: undefined,
  content: { channel: 'sms', text: 'Hello {{name}}, your code is {{code}}.', registration: DLT_REGISTRATION },
  variables: [
    { name: 'name', maxLength: 60, example: 'Asha' },
    { name: 'code', example: '0042' },
  ],
  status: 'approved',
  isForSandbox: false,
  ...overrides,
})
