import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { useLatePart } from '../../parts/late-part.js'
import { goOn } from '../../state/address.js'
import { say } from '../../state/toast.js'
import type { LanguageDialog } from './language-dialog.js'
import { languageWord } from './template-words.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { type OwnDraft, templateBodyOf, writtenFrom } from './written-template.js'

const load = () => import('./language-dialog.js')

/** The dialog that adds a language. Its code is loaded when it is opened. */
const LateLanguageDialog = (props: ComponentProps<typeof LanguageDialog>) => {
  const dialog = useLatePart(load)
  if (dialog === 'failed') return <p class="note alarm">{t.partFailed}</p>
  return dialog === undefined ? null : <dialog.LanguageDialog {...props} />
}

/** The text of a draft without its language. */
const textOf = (draft: OwnDraft) => {
  const written = writtenFrom(draft)
  const { language: _, ...body } = templateBodyOf(
    written,
    written.variables.map(({ name }) => name),
  )
  return body
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
      {isOpen && (
        <LateLanguageDialog
          draft={draft}
          body={textOf(draft)}
          onAdded={({ draftId, language }) => {
            say(t.languageAdded(languageWord(language) ?? shownText(language)))
            goOn(`/templates/${draftId}`, {})
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
