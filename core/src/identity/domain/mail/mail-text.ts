import { escapeHtml } from '../../../kernel/texts/escape-html.js'
import { type Product, supportLinkOf } from '../../../kernel/texts/product.js'

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
const HELP = 'For help, contact support: '

const farewellOf = ({ name }: Product): string =>
  `This is an automated email from ${name}. Replies aren’t monitored.`

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

const helpHtml = (address: string): string =>
  `<p>${HELP}<a href="${escapeHtml(supportLinkOf(address))}">${escapeHtml(address)}</a></p>`

/**
 * Renders the paragraphs as text and as HTML, with the product's name and support address at the end. The HTML loads nothing and has no addresses except the links (no images, no
 * tracking). The content of paragraphs is escaped.
 */
export const mailText = (product: Product, subject: string, paragraphs: readonly Paragraph[]): MailText => {
  const { supportAddress } = product
  const all = [SALUTATION, ...paragraphs, farewellOf(product)]
  const help = supportAddress === undefined ? [] : [`${HELP}${supportAddress}`]
  return {
    subject,
    text: `${[...all.map(textOf), ...help].join('\n\n')}\n`,
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
      ...(supportAddress === undefined ? [] : [helpHtml(supportAddress)]),
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  }
}
