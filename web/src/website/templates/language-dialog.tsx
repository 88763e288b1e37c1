import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { shownOrganizationId } from '../state/access.js'
import { LANGUAGE_DIALOG_TEXTS as t } from './language-dialog-texts.js'
import type { OwnDraft, TemplateBody } from './written-template.js'

const onlyLanguage = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ name }) => name === 'language')

interface DialogProps {
  readonly draft: OwnDraft
  /** The text of the draft. */
  readonly body: Omit<TemplateBody, 'language'>
  onAdded(draft: OwnDraft): void
  onClose(): void
}

/** Adds a language to a template: a draft with the same text, to be translated and reviewed. */
export const LanguageDialog = ({ draft, body, onAdded, onClose }: DialogProps) => (
  <OperationDialog
    operation="saveCustomerTemplateDraft"
    title={t.title(shownText(draft.name))}
    lead={t.lead}
    fixed={{ organizationId: shownOrganizationId.value ?? '', ...body, variantOf: draft.draftId }}
    refine={onlyLanguage}
    confirm={t.confirm}
    onClose={onClose}
    onDone={({ draft: added }) => onAdded(added)}
  />
)
