// Generates the forms of a site's mutations from their codecs: the fields and their rules. build.mjs puts
// them into a chunk of their own.
import { formFields } from '../core/dist/kernel/codecs/form-field.js'
import { OPERATIONS, operationsFor } from '../core/dist/assembly/registry.js'

const defined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

/** A rule without the codec's descriptions: these are for API users, and forms have texts of their own. */
const withoutDescriptions = ({ item, fields, ...rule }) =>
  defined({
    ...rule,
    description: undefined,
    item: item && withoutDescriptions(item),
    fields: fields?.map(withoutDescriptions),
  })

/**
 * A form for each mutation that the audience may call, by its name. The client supplies the caller's
 * identity.
 */
export const operationForms = (audience) =>
  Object.fromEntries(
    operationsFor(audience)
      .filter((name) => OPERATIONS[name].mutation)
      .map((name) => {
        const { request, stepUp } = OPERATIONS[name]
        const fields = formFields(request)
          .filter((field) => field.name !== 'requestId')
          .map(withoutDescriptions)
        return [name, defined({ stepUp, exactlyOneOf: request.rules.exactlyOneOf, fields })]
      }),
  )
