import { text } from '../../kernel/codecs/text.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { DAY_MS } from '../../kernel/time/epoch-ms.js'
import type { VendorRules } from '../kind.js'
import type { SmsForms } from './sms-forms.js'

const dltNumber = (description: string, example: string) =>
  text({ pattern: /^[0-9]{1,30}$/, description, example })

const enteredText = (description: string, example: string) => text({ maxLength: 64, description, example })

/** The form of each identifier as DLT portals issue it, and its message. */
const ENTERED_FORMS = [
  [
    'entityId',
    /^[0-9]{13,19}$/,
    'The Entity ID has 13 to 19 digits and nothing else, for example 1101456789012345678.',
  ],
  [
    'templateId',
    /^[0-9]{13,19}$/,
    'The Template ID has 13 to 19 digits and nothing else, for example 1107456789012345678.',
  ],
  [
    'header',
    /^[A-Za-z0-9]{3,11}$/,
    'The Header has 3 to 11 letters and digits and nothing else, for example ACMEIN. Leave out prefixes such as VM-.',
  ],
] as const

/** India's mobile carriers, which register all texts for +91 (DLT). */
export const dlt: VendorRules<SmsForms> = {
  name: 'dlt',
  fields: {
    entityId: dltNumber('Principal Entity ID (PE ID) of the company on DLT.', '1101456789012345678'),
    templateId: dltNumber('Content Template ID that DLT gave to the text.', '1107456789012345678'),
    header: text({
      pattern: /^[A-Za-z0-9-]{1,20}$/,
      description: 'DLT header: the sender ID that recipients see.',
      example: 'ACMEIN',
    }),
  },
  optionalFields: {},
  entered: {
    fields: {
      entityId: enteredText('Principal Entity ID (PE ID) of the company on DLT.', '1101456789012345678'),
      templateId: enteredText('Content Template ID that DLT gave to the text.', '1107456789012345678'),
      header: enteredText('DLT header: the sender ID that recipients see.', 'ACMEIN'),
    },
    isFor: ({ dlt: isForIndia }) => isForIndia === true,
    problems: (given) =>
      ENTERED_FORMS.flatMap(([name, form, message]) =>
        form.test(given[name]) ? [] : [bodyProblem(`/registration/dlt/${name}`, 'format', message)],
      ),
  },
  questions: [
    {
      name: 'entityId',
      question: 'DLT Entity ID',
      placeholder: 'id',
      about: 'the DLT Entity ID',
    },
    {
      name: 'templateId',
      question: 'DLT Template ID',
      placeholder: 'id',
      about: 'the DLT Template ID',
    },
    { name: 'header', question: 'Header', placeholder: 'text', about: 'the DLT header that recipients see' },
  ],
  usualMs: 3 * DAY_MS,
  of: ({ dlt: given }) => (given === undefined ? undefined : { channel: 'sms', ...given }),
  identifiers: ({ entityId, templateId, header }) => ({ entityId, templateId, header }),
}
