/** An attribute of a start tag, with its value as a browser reads it. */
export interface HtmlAttribute {
  /** In lower case. */
  readonly name: string
  /** With character references resolved. */
  readonly value: string
  readonly isQuoted: boolean
}

/** A token of HTML as defined by the tokenizer of the HTML standard. */
export type HtmlToken =
  | { readonly _tag: 'StartTag'; readonly name: string; readonly attributes: readonly HtmlAttribute[] }
  | { readonly _tag: 'EndTag'; readonly name: string }
  /** `within` names the element whose content isn't markup, for example `style` or `title`. */
  | { readonly _tag: 'Text'; readonly text: string; readonly within: string | undefined }
  | { readonly _tag: 'Comment'; readonly text: string }
