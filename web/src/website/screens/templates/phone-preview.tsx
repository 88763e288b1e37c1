import { shownText } from '../../../format/shown-text.js'
import { OWN_TEMPLATES_TEXTS as t } from '../../language/templates-texts.js'
import type { TemplatePreview } from './use-template-preview.js'
import type { OwnDraft } from './written-template.js'

type Sample = NonNullable<TemplatePreview['example']>

interface PhoneProps {
  readonly channel: string
  readonly sample: Sample
  /** The version that is saved: its HTML is shown, in a frame. */
  readonly saved: OwnDraft | undefined
}

const partOf = ({ parts }: Sample, name: string): string =>
  shownText(parts.find((part) => part.name === name)?.text ?? '')

const ChatBubble = ({ sample }: { sample: Sample }) => {
  if (sample.parts.every(({ text }) => text === '')) return <p class="small quiet mid">{t.nothingYet}</p>
  const [above, below] = [partOf(sample, 'header'), partOf(sample, 'footer')]
  return (
    <div class="bubble" dir="auto">
      {above !== '' && <div class="above">{above}</div>}
      {partOf(sample, 'text')}
      {below !== '' && <div class="small quiet">{below}</div>}
    </div>
  )
}

/** What somebody else wrote runs nothing and loads nothing: it is a page of its own, with a policy of its own. */
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

/** What a recipient gets, as a telephone or a program for mail shows it. */
export const PhonePreview = ({ channel, sample, saved }: PhoneProps) => {
  if (channel === 'email')
    return (
      <>
        <div class="phone">
          {/* It scrolls, so the keyboard has to get there. */}
          <div tabIndex={0} role="group" aria-label={t.preview}>
            <div class="small quiet">{t.sender}</div>
            <div class="strong">{partOf(sample, 'subject')}</div>
            <div class="letter" dir="auto">
              {partOf(sample, 'text')}
            </div>
          </div>
        </div>
        {saved !== undefined && 'html' in saved.content && <HtmlFrame saved={saved} />}
      </>
    )
  return (
    <div class="phone">
      <div tabIndex={0} role="group" aria-label={t.preview}>
        <div class="from">{t.sender}</div>
        <div class="small quiet mid">{t.today}</div>
        <ChatBubble sample={sample} />
      </div>
    </div>
  )
}
