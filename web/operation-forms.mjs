// The forms of the operations that change something at a site, read off their codecs: which fields there are, and
// which rules they keep. build.mjs puts them into a chunk of their own.
import { formFields } from '../core/dist/domain/codecs/form-field.js'
import { OPERATIONS, operationsFor } from '../core/dist/domain/operations/registry.js'

const defined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

/** A form for each mutation that the audience may order, by its name; who it is that asks, the client says. */
export const operationForms = (audience) =>
  Object.fromEntries(
    operationsFor(audience)
      .filter((name) => OPERATIONS[name].mutation)
      .map((name) => {
        const { request, summary, description, stepUp } = OPERATIONS[name]
        const fields = formFields(request).filter((field) => field.name !== 'requestId')
        return [
          name,
          defined({ summary, description, stepUp, exactlyOneOf: request.rules.exactlyOneOf, fields }),
        ]
      }),
  )
