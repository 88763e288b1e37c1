import { PREVIEW_FIELDS } from '../../channels/fields.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { minor } from '../../kernel/codecs/money.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { templateWarnings } from './shapes.js'
import { chargeOn, priceFields } from '../../runner/domain/fields/prices.js'

const sampleFields = {
  parts: list(
    open(
      {
        name: text({ description: 'Name of the field in `content`.', example: 'header' }),
        text: text({ description: 'Text of the field.', example: 'Your order' }),
      },
      {},
    ),
    { description: 'Each field separately, as its recipient reads it.' },
  ),
  units: integer({
    min: 1,
    description: 'Number of charged units: segments of an SMS, otherwise 1.',
    example: 1,
  }),
} as const

const contentSample = (values: string) =>
  open(sampleFields, PREVIEW_FIELDS, {
    description: `The message with the ${values} values; null if it can't be rendered.`,
  })

/** The preview of a draft while it is written (docs/api/templates#template-previews). */
export const draftPreviewFields = {
  problems: list(
    open(
      {
        field: text({ description: 'JSON Pointer into the draft.', example: '/variables/0/type' }),
        code: text({ description: 'Code of the problem, as in a field error.', example: 'not_allowed' }),
        message: text({
          description: 'Explanation of the problem, for people.',
          example: 'The value must be one of: text, url.',
        }),
      },
      {},
    ),
    { description: 'Problems that would prevent saving; empty if there are none.' },
  ),
  warnings: templateWarnings,
  placeholders: list(text({ example: 'name' }), {
    description: 'Names in the placeholders, in order of first appearance.',
  }),
  example: nullable(contentSample('example')),
  longest: nullable(contentSample('longest')),
  price: nullable(
    open(
      {
        destinationPrefix: priceFields.destinationPrefix,
        currency: priceFields.currency,
        unitAmountMinor: priceFields.unitAmountMinor,
        chargeOn,
        amountMinor: minor('Price of a message with the example values, in minor units.', 0),
        mostAmountMinor: minor('Price of a message with the longest values, in minor units.', 0),
      },
      {},
      { description: 'Price of the message for the Organization; null if it has none.' },
    ),
  ),
  destinations: list(text({ example: '+91' }), {
    description: 'Number prefixes that have their own price, and `*`.',
  }),
  usualReview: nullable(
    open(
      {
        internalSeconds: integer({
          min: 1,
          description: 'Usual duration of the internal review in seconds.',
          example: 3600,
        }),
        vendorSeconds: nullable(
          integer({
            min: 1,
            description:
              "Usual duration of the vendor's approval after that, in seconds; null if none is needed.",
            example: 86_400,
          }),
        ),
      },
      {},
      { description: 'Usual duration of the review; null if it is not known.' },
    ),
  ),
} as const
