import { escapeHtml } from '../../../kernel/texts/escape-html.js'

/** What a mail says, twice: for readers of text and of HTML. */
export interface MailText {
  /** One line. */
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A paragraph, or a link that is also shown as an address to be copied. */
export type Paragraph = string | { readonly label: string; readonly link: string }

const SALUTATION = 'Hello,'
const FAREWELL = 'This mail was sent by Postrider. Nobody reads answers to it.'

const textOf = (paragraph: Paragraph): string =>
  typeof paragraph === 'string' ? paragraph : `${paragraph.label}:\n\n${paragraph.link}`

const htmlOf = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  const link = escapeHtml(paragraph.link)
  return [
    `<p><a href="${link}">${escapeHtml(paragraph.label)}</a></p>`,
    `<p>If that does not open, copy this address into your browser:<br>${link}</p>`,
  ].join('\n')
}

/**
 * Says the same in text and in HTML. The HTML loads nothing and names no address but the links (no images, no
 * tracking); whatever stands in a paragraph is text in both.
 */
export const mailText = (subject: string, paragraphs: readonly Paragraph[]): MailText => {
  const all = [SALUTATION, ...paragraphs, FAREWELL]
  return {
    subject,
    text: `${all.map(textOf).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="en-GB">',
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
