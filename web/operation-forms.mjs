// The forms of the operations that change something at a site, read off their codecs: which fields there are, and
// which rules they keep. build.mjs puts them into a chunk of their own.
import { formFields } from '../core/dist/kernel/codecs/form-field.js'
import { OPERATIONS, operationsFor } from '../core/dist/assembly/registry.js'

const defined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

/** A rule without what its codec says about it: that is for programs, and forms have texts of their own. */
const withoutDescriptions = ({ item, fields, ...rule }) =>
  defined({
    ...rule,
    description: undefined,
    item: item && withoutDescriptions(item),
    fields: fields?.map(withoutDescriptions),
  })

/** A form for each mutation that the audience may order, by its name; who it is that asks, the client says. */
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
