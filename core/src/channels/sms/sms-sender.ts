import { text } from '../../kernel/codecs/text.js'
import type { SenderRules } from '../kind.js'
import type { SmsForms } from './sms-forms.js'
import { present } from '../../kernel/present.js'

/** A header, with the DLT entity for sends to India (docs/api/access#service-configuration). */
export const smsSender: SenderRules<SmsForms> = {
  main: 'header',
  fields: {
    header: text({
      pattern: /^(?:[A-Za-z0-9]{3,11}|[0-9]{12,15})$/,
      description: 'SMS: the sender ID: letters and digits, or a number.',
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
  problems: () => [],
  shown: (sender) => sender,
}
