import { text } from '../../kernel/codecs/text.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { SenderRules } from '../kind.js'
import type { SmsForms } from './sms-forms.js'
import { present } from '../../kernel/present.js'

/** A header, with the DLT entity for sends to India (docs/api/access#service-configuration). */
export const smsSender: SenderRules<SmsForms> = {
  main: 'header',
  kinds: {
    alphanumeric: /[A-Za-z]/,
    long_code: /^[0-9]{7,15}$/,
    short_code: /^[0-9]{3,8}$/,
    toll_free: /^[0-9]{7,15}$/,
  },
  fields: {
    header: text({
      // Up to 11 characters (3GPP TS 23.040, 9.1.2.5), or a number of up to 15 digits.
      pattern: /^(?:[A-Za-z0-9][A-Za-z0-9 -]{0,9}[A-Za-z0-9]|[0-9]{12,15})$/,
      description:
        'SMS: the sender ID: 2 to 11 letters, digits, blanks and hyphens, or a number of 3 to 15 digits.',
      example: 'ACMEIN',
    }),
    dltEntityId: text({
      pattern: /^[0-9]{13,19}$/,
      description: 'SMS: Principal Entity ID (PE ID) on DLT, for numbers in India.',
      example: '1101000000000012345',
    }),
  },
  shownFields: {
    header: text({ description: 'SMS: the sender ID.', example: 'ACMEIN' }),
    dltEntityId: text({
      description: 'SMS: Principal Entity ID (PE ID) on DLT, for numbers in India.',
      example: '1101000000000012345',
    }),
  },
  of: ({ header = '', dltEntityId }) => ({
    channel: 'sms',
    header,
    ...present({ dltEntityId }),
  }),
  problems: ({ header }) =>
    header === undefined || !/^[0-9 -]+$/.test(header) || /^[0-9]{3,}$/.test(header)
      ? []
      : [
          bodyProblem(
            '/sender/header',
            'format',
            'The sender ID needs a letter, or must have 3 to 15 digits only.',
          ),
        ],
  shown: (sender) => sender,
}
