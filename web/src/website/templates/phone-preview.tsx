import { shownText } from '../../format/shown-text.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { EmailPreview } from './email-preview.js'
import type { TemplatePreview } from './use-template-preview.js'
import { LateWhatsappMessage } from './late-whatsapp-message.js'
import type { OwnDraft, TemplateBody } from './written-template.js'

type Sample = NonNullable<TemplatePreview['example']>

interface PhoneProps {
  readonly channel: string
  /** The entered content, which has the structure of the sample. */
  readonly content: TemplateBody['content']
  readonly sample: Sample
  /** The saved version, whose HTML is shown in a frame. */
  readonly saved: OwnDraft | undefined
}

const partOf = ({ parts }: Sample, name: string): string =>
  shownText(parts.find((part) => part.name === name)?.text ?? '')

const ChatBubble = ({ channel, content, sample }: Omit<PhoneProps, 'saved'>) => {
  if (sample.parts.every(({ text }) => text === '')) return <p class="small quiet mid">{t.nothingYet}</p>
  if (channel === 'whatsapp')
    return (
      <LateWhatsappMessage
        content={content}
        filled={(path, written) => sample.parts.find(({ name }) => name === path)?.text ?? written}
      />
    )
  return (
    <div class="bubble" dir="auto">
      {partOf(sample, 'text')}
    </div>
  )
}

/** The message as a phone or an email program shows it. */
export const PhonePreview = ({ channel, content, sample, saved }: PhoneProps) => {
  if (channel === 'email') return <EmailPreview sample={sample} saved={saved} />
  return (
    <div class="phone">
      <div tabIndex={0} role="group" aria-label={t.preview}>
        <div class="from">{t.sender}</div>
        <div class="small quiet mid">{t.today}</div>
        <ChatBubble channel={channel} content={content} sample={sample} />
      </div>
    </div>
  )
}
