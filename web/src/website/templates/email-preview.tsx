import { useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import type { TemplatePreview } from './use-template-preview.js'
import type { OwnDraft } from './written-template.js'

type Sample = NonNullable<TemplatePreview['example']>

/**
 * The saved version's HTML in a frame that runs no scripts and loads nothing. It is a page of its own, with
 * its own policy.
 */
const HtmlFrame = ({ saved }: { saved: OwnDraft }) => (
  <figure class="stack">
    <iframe
      class="sample"
      sandbox=""
      title={t.htmlTitle}
      src={`/templates/${saved.draftId}/sample?version=${saved.version}&organization=${saved.organizationId}`}
    />
    <figcaption class="small quiet">{t.htmlShown(saved.version)}</figcaption>
  </figure>
)

interface EmailProps {
  readonly sample: Sample
  /** The saved version, whose HTML is shown. */
  readonly saved: OwnDraft | undefined
}

/** An email as its recipient sees it: the subject, and the text or the HTML. */
export const EmailPreview = ({ sample, saved }: EmailProps) => {
  const [isHtml, setHtml] = useState(false)
  const part = (name: string): string => shownText(sample.parts.find((one) => one.name === name)?.text ?? '')
  const hasHtml = sample.parts.some(({ name, text }) => name === 'html' && text !== '')
  const isSaved = saved !== undefined && 'html' in saved.content
  return (
    <div class="mail">
      <div>
        <div class="small quiet">{t.sender}</div>
        <div class="strong" dir="auto">
          {part('subject')}
        </div>
      </div>
      {(hasHtml || isSaved) && (
        <div class="row">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              class="chip"
              aria-pressed={isHtml === one}
              onClick={() => setHtml(one)}
            >
              {one ? t.parts['html'] : t.parts['text']}
            </button>
          ))}
        </div>
      )}
      {isHtml ? (
        isSaved ? (
          <HtmlFrame saved={saved} />
        ) : (
          <p class="small quiet">{t.htmlLater}</p>
        )
      ) : (
        /* It scrolls, so it must be reachable with the keyboard. */
        <div class="letter" tabIndex={0} role="group" aria-label={t.preview} dir="auto">
          {part('text') === '' ? t.nothingYet : part('text')}
        </div>
      )}
    </div>
  )
}
