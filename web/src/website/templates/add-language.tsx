import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { goOn } from '../../state/address.js'
import { say } from '../../state/toast.js'
import { shownOrganizationId } from '../state/access.js'
import { languageWord } from './template-words.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { type OwnDraft, templateBodyOf, writtenFrom } from './written-template.js'

const onlyLanguage = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ name }) => name === 'language')

/** Adds a language to a template: a draft with the same text, to be translated and reviewed. */
const LanguageDialog = ({ draft, onClose }: { draft: OwnDraft; onClose(): void }) => {
  const written = writtenFrom(draft)
  const { language: _, ...body } = templateBodyOf(
    written,
    written.variables.map(({ name }) => name),
  )
  return (
    <OperationDialog
      operation="saveCustomerTemplateDraft"
      title={t.addLanguageTitle(shownText(draft.name))}
      lead={t.addLanguageLead}
      fixed={{ organizationId: shownOrganizationId.value ?? '', ...body, variantOf: draft.draftId }}
      refine={onlyLanguage}
      confirm={t.addLanguageDo}
      onClose={onClose}
      onDone={({ draft: { draftId, language } }) => {
        say(t.languageAdded(languageWord(language) ?? shownText(language)))
        goOn(`/templates/${draftId}`, {})
      }}
    />
  )
}

/** The template of which this is a language, or the button that adds one. */
export const TemplateLanguages = ({ draft }: { draft: OwnDraft }) => {
  const [isOpen, setOpen] = useState(false)
  if (draft.variantOf !== undefined)
    return (
      <a href={`/templates/${draft.variantOf}`}>
        {t.languageOf(languageWord(draft.language) ?? shownText(draft.language))}
      </a>
    )
  return (
    <>
      <button type="button" class="button bare" onClick={() => setOpen(true)}>
        {t.addLanguage}
      </button>
      {isOpen && <LanguageDialog draft={draft} onClose={() => setOpen(false)} />}
    </>
  )
}
