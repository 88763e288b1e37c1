import type { HtmlToken } from '../../kernel/texts/html-token.js'

/**
 * Reads HTML as browsers read it (HTML standard, 13.2.5), so that templates are checked for what recipients get.
 * @example
 * ```ts
 * import type { HtmlReader } from '@postrider/core/templates/ports/html-reader'
 * import { htmlReader } from '@postrider/html-reader/parse5-reader'
 *
 * const linksIn = (reader: HtmlReader, html: string): readonly string[] =>
 *   (reader.read(html) ?? []).flatMap((token) =>
 *     token._tag === 'StartTag' ? token.attributes.filter(({ name }) => name === 'href').map(({ value }) => value) : [],
 *   )
 *
 * linksIn(htmlReader, '<a href="https://example.com/">Example</a>')
 * ```
 */
export interface HtmlReader {
  /**
   * The tokens in order, in time proportional to the length. What browsers drop is left out: doctypes, attributes of end tags, and a
   * tag that doesn't end. Undefined if a tag has more than 200 attributes.
   */
  read(html: string): readonly HtmlToken[] | undefined
}
