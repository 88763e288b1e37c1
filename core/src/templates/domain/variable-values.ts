import { text } from '../../kernel/codecs/text.js'
import { textMap } from '../../kernel/codecs/text-map.js'

/** The name of a template's variable. */
export const variableName = text({
  minLength: 1,
  maxLength: 128,
  oneLine: true,
  description: 'Name of a variable that the template declares.',
  example: 'code',
})

/** Values for a template's variables (docs/api/sending#message-request). */
export const variableValues = textMap(
  variableName,
  text({
    maxLength: 500,
    description: 'Value of the variable. Tabs and line breaks are the only control characters allowed.',
    example: 'Asha',
  }),
  {
    maxEntries: 50,
    description: 'A value for each variable that the template declares, and for no other.',
  },
)
