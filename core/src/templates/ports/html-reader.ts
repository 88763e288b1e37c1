import type { HtmlToken } from '../../kernel/texts/html-token.js'

/**
 * Parses HTML as browsers do (HTML standard, 13.2.5), so that templates are checked for what recipients get.
 *
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
   * Returns the tokens in order, in time proportional to the length. It omits what browsers ignore: doctypes,
   * attributes of end tags, and a tag without its closing `>`. Undefined if a tag has more than 200
   * attributes.
   */
  read(html: string): readonly HtmlToken[] | undefined
}
