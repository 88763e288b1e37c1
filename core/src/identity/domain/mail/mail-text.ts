import { escapeHtml } from '../../../kernel/texts/escape-html.js'

/** The subject and body of an email, as text and as HTML. */
export interface MailText {
  /** One line. */
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A paragraph, or a link that is also shown as an address to copy. */
export type Paragraph = string | { readonly label: string; readonly link: string }

const SALUTATION = 'Hello,'
const FAREWELL = 'This is an automated email from Postrider. Replies aren’t monitored.'

const textOf = (paragraph: Paragraph): string =>
  typeof paragraph === 'string' ? paragraph : `${paragraph.label}:\n\n${paragraph.link}`

const htmlOf = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  const link = escapeHtml(paragraph.link)
  return [
    `<p><a href="${link}">${escapeHtml(paragraph.label)}</a></p>`,
    `<p>If the link doesn’t open, copy this address into your browser:<br>${link}</p>`,
  ].join('\n')
}

/**
 * Renders the paragraphs as text and as HTML. The HTML loads nothing and has no addresses except the links (no images, no
 * tracking). The content of paragraphs is escaped.
 */
export const mailText = (subject: string, paragraphs: readonly Paragraph[]): MailText => {
  const all = [SALUTATION, ...paragraphs, FAREWELL]
  return {
    subject,
    text: `${all.map(textOf).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escapeHtml(subject)}</title>`,
      '</head>',
      '<body>',
      ...all.map(htmlOf),
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  }
}
