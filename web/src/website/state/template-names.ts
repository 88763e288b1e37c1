import { shortId } from '../../format/shown-text.js'
import { useReading } from '../../state/reading.js'
import { mayHere } from './access.js'

/** The names of the Organization's approved templates, by identifier; empty for people who may not see templates. */
export const useTemplateNames = (organizationId: string): ReadonlyMap<string, string> => {
  const request = mayHere('templates.manage') ? { organizationId, limit: 100 } : undefined
  const { data } = useReading('listCustomerMessageTemplates', request)
  return new Map(data?.templates.map(({ templateId, name }) => [templateId, name]))
}

/** What a template is called; one that isn't known is called by its identifier. */
export const templateWordIn =
  (names: ReadonlyMap<string, string>, noTemplate: string) =>
  (templateId: string | null | undefined): string =>
    templateId === null || templateId === undefined
      ? noTemplate
      : (names.get(templateId) ?? shortId(templateId))
