import type { ResultOf } from '@postrider/core/assembly/registry'
import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { languageWord } from '../../language/language-words.js'
import { PanelBox } from '../../parts/boxes.js'
import { LanguageList } from '../../parts/language-list.js'
import { useLatePart } from '../../parts/late-part.js'
import { goOn } from '../../state/address.js'
import { say } from '../../state/toast.js'
import type { LanguageDialog } from './language-dialog.js'
import { TemplateStateTag } from './template-words.js'
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

/** The button that adds a language to a template. */
const AddLanguage = ({ draft }: { draft: OwnDraft }) => {
  const [isOpen, setOpen] = useState(false)
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

interface LanguagesProps {
  readonly draft: OwnDraft
  readonly languages: ResultOf<'getCustomerTemplateDraft'>['languages']
}

/** The languages of the template, if it has several, and the button that adds one to it. */
export const TemplateLanguages = ({ draft, languages }: LanguagesProps) => {
  const add = draft.variantOf === undefined && <AddLanguage draft={draft} />
  if (languages.length < 2) return add === false ? null : <div>{add}</div>
  return (
    <PanelBox title={t.languages} aside={add}>
      <LanguageList
        languages={languages}
        draftId={draft.draftId}
        hrefOf={({ draftId }) => `/templates/${draftId}`}
        stateOf={({ state }) => <TemplateStateTag state={state} />}
        versionOf={({ version, versionInUse }) =>
          versionInUse === null || versionInUse === version
            ? t.version(version)
            : `${t.version(version)} · ${t.inUse(versionInUse)}`
        }
      />
    </PanelBox>
  )
}
