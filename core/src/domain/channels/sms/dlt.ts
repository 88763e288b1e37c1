import { text } from '../../codecs/text.js'
import { DAY_MS } from '../../time/epoch-ms.js'
import type { VendorRules } from '../kind.js'
import type { SmsForms } from './sms-forms.js'

const dltNumber = (description: string, example: string) =>
  text({ pattern: /^[0-9]{1,30}$/, description, example })

/** India's operators, who register what may be sent to +91 (DLT). */
export const dlt: VendorRules<SmsForms> = {
  name: 'dlt',
  fields: {
    entityId: dltNumber('The principal entity.', '1101456789012345678'),
    templateId: dltNumber('The content template.', '1107456789012345678'),
    header: text({
      pattern: /^[A-Za-z0-9-]{1,20}$/,
      description: 'The sender that recipients see.',
      example: 'ACMEIN',
    }),
  },
  optionalFields: {},
  questions: [
    {
      name: 'entityId',
      question: 'DLT id of the entity',
      placeholder: 'id',
      about: 'the DLT id of the entity',
    },
    {
      name: 'templateId',
      question: 'DLT id of the template',
      placeholder: 'id',
      about: 'the DLT id of the template',
    },
    { name: 'header', question: 'Header', placeholder: 'text', about: 'the header that recipients see' },
  ],
  usualMs: 3 * DAY_MS,
  of: ({ dlt: given }) => (given === undefined ? undefined : { channel: 'sms', ...given }),
  identifiers: ({ entityId, templateId, header }) => ({ entityId, templateId, header }),
}
