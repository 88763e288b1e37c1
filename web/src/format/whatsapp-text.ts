/** A piece of a WhatsApp text with its style: `b`, `i`, `s` or `code`; undefined if it is plain. */
export interface StyledPiece {
  readonly text: string
  readonly style: 'b' | 'i' | 's' | 'code' | undefined
}

const MARKED =
  /(?<![\w*_~`])(\*[^\s*](?:[^*\n]*[^\s*])?\*|_[^\s_](?:[^_\n]*[^\s_])?_|~[^\s~](?:[^~\n]*[^\s~])?~|```[^`]+```)(?![\w*_~`])/

const STYLES: Readonly<Record<string, StyledPiece['style']>> = { '*': 'b', _: 'i', '~': 's', '`': 'code' }

/** The pieces of a text as WhatsApp styles it: *bold*, _italic_, ~struck~ and ```fixed-width```. */
export const whatsappPieces = (text: string): readonly StyledPiece[] =>
  text
    .split(MARKED)
    .map((piece, at): StyledPiece => {
      if (at % 2 === 0) return { text: piece, style: undefined }
      const style = STYLES[piece.charAt(0)]
      const width = style === 'code' ? 3 : 1
      return { text: piece.slice(width, -width), style }
    })
    .filter(({ text: piece }) => piece !== '')
