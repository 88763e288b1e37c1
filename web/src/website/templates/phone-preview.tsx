import { shownText } from '../../format/shown-text.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { EmailPreview } from './email-preview.js'
import type { TemplatePreview } from './use-template-preview.js'
import type { OwnDraft } from './written-template.js'

type Sample = NonNullable<TemplatePreview['example']>

interface PhoneProps {
  readonly channel: string
  readonly sample: Sample
  /** The saved version, whose HTML is shown in a frame. */
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

/** The message as a phone or an email program shows it. */
export const PhonePreview = ({ channel, sample, saved }: PhoneProps) => {
  if (channel === 'email') return <EmailPreview sample={sample} saved={saved} />
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
