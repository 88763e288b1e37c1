import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import { useEffect, useState } from 'preact/hooks'

/** The options of a template's fields, from the codec. */
export interface DraftOptions {
  readonly channels: readonly string[]
  readonly categories: readonly string[]
  readonly types: readonly string[]
}

const valuesOf = (fields: readonly FormField[] | undefined, name: string): readonly string[] =>
  fields?.find((field) => field.name === name)?.values ?? []

const load = async (): Promise<DraftOptions> => {
  const { OPERATION_FORMS } = await import('../../forms/operation-forms.js')
  const { fields } = OPERATION_FORMS.saveCustomerTemplateDraft
  const variables = fields.find(({ name }) => name === 'variables')
  return {
    channels: valuesOf(fields, 'channel'),
    categories: valuesOf(fields, 'category'),
    types: valuesOf(variables?.item?.fields, 'type'),
  }
}

/** The options: undefined while they load, false if loading failed. */
export const useTemplateOptions = (): DraftOptions | false | undefined => {
  const [choices, setChoices] = useState<DraftOptions | false>()
  useEffect(() => {
    load().then(setChoices, () => setChoices(false))
  }, [])
  return choices
}
