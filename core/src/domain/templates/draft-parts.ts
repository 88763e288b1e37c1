import type { DraftContent } from './draft.js'

/** A part of a draft's content, with what its place allows. */
export interface DraftPart {
  /** Its JSON Pointer. */
  readonly field: string
  readonly text: string
  /** Most code points, placeholders as they are written. */
  readonly maxLength: number
  /** Whether it may hold no line break (docs/contract#rendering). */
  readonly oneLine: boolean
}

/** Of SMS as much as DLT platforms register; of WhatsApp what its vendor takes; of email what fits a request. */
const MOST = { sms: 2_000, subject: 200, emailText: 50_000, html: 100_000, body: 1_024, line: 60 }

const part = (
  name: string,
  text: string | undefined,
  maxLength: number,
  oneLine = false,
): readonly DraftPart[] =>
  text === undefined ? [] : [{ field: `/content/${name}`, text, maxLength, oneLine }]

/** The parts of a content that are there, each with the bounds of its channel (docs/contract#template-drafts). */
export const partsOf = (content: DraftContent): readonly DraftPart[] => {
  switch (content.channel) {
    case 'sms':
      return part('text', content.text, MOST.sms)
    case 'email':
      return [
        ...part('subject', content.subject, MOST.subject, true),
        ...part('text', content.text, MOST.emailText),
        ...part('html', content.html, MOST.html),
      ]
    case 'whatsapp':
      return [
        ...part('header', content.header, MOST.line, true),
        ...part('text', content.text, MOST.body),
        ...part('footer', content.footer, MOST.line, true),
      ]
  }
}
