import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5'
import type { HtmlAttribute, HtmlToken } from '@postrider/core/kernel/texts/html-token'
import type { HtmlReader } from '@postrider/core/templates/ports/html-reader'

/**
 * parse5 compares each attribute of a tag with all its other attributes, which takes very long if there are
 * very many.
 */
const MOST_ATTRIBUTES = 200
/** The HTML is read in pieces of this many characters, and the attributes are counted after each. */
const PIECE = 1_024

type Mode = (typeof TokenizerMode)[keyof typeof TokenizerMode]

/** Elements whose content isn't markup (HTML standard, 13.2.6.2), and the tokenizer's mode for it. */
const CONTENT_MODES: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
])

const isQuoted = (source: string): boolean => /^[^=]*=\s*(["'])[^]*\1$/.test(source)

const attributesOf = ({ attrs, location }: Token.TagToken, html: string): readonly HtmlAttribute[] =>
  attrs.map(({ name, value }) => {
    const place = location?.attrs?.[name]
    const source = place === undefined ? '' : html.slice(place.startOffset, place.endOffset)
    return { name, value, isQuoted: isQuoted(source) }
  })

/** Collects the tokens of a text; `within` tracks the element whose content isn't markup. */
const collecting = (html: string, found: HtmlToken[], enter: (mode: Mode) => void): TokenHandler => {
  let within: string | undefined
  const onText = ({ chars }: Token.CharacterToken): void =>
    void found.push({ _tag: 'Text', text: chars, within })
  return {
    onStartTag: (token) => {
      const { tagName: name } = token
      found.push({ _tag: 'StartTag', name, attributes: attributesOf(token, html) })
      const mode = CONTENT_MODES.get(name)
      if (mode === undefined) return
      within = name
      enter(mode)
    },
    onEndTag: ({ tagName: name }) => {
      within = undefined
      found.push({ _tag: 'EndTag', name })
    },
    onComment: ({ data: text }) => void found.push({ _tag: 'Comment', text }),
    onDoctype: () => undefined,
    onEof: () => undefined,
    onCharacter: onText,
    onNullCharacter: onText,
    onWhitespaceCharacter: onText,
  }
}

/** parse5's tokenizer, which also counts the attributes of the tag that it is reading. */
class CountingTokenizer extends Tokenizer {
  attributes(): number {
    const token = this.currentToken
    return token !== null && 'attrs' in token ? token.attrs.length : 0
  }
}

/** Reads HTML with the tokenizer of parse5. It builds no tree, which hostile markup could make very large. */
export const htmlReader: HtmlReader = {
  read: (html) => {
    const found: HtmlToken[] = []
    const tokenizer: CountingTokenizer = new CountingTokenizer(
      { sourceCodeLocationInfo: true },
      collecting(html, found, (mode) => {
        tokenizer.state = mode
      }),
    )
    for (let at = 0; at < html.length; at += PIECE) {
      tokenizer.write(html.slice(at, at + PIECE), at + PIECE >= html.length)
      if (tokenizer.attributes() > MOST_ATTRIBUTES) return undefined
    }
    const isBeyond = (token: HtmlToken): boolean =>
      token._tag === 'StartTag' && token.attributes.length > MOST_ATTRIBUTES
    return found.some(isBeyond) ? undefined : found
  },
}
