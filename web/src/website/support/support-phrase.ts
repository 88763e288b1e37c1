/** A text, split before and after its "ask support" or "contact support". One part if it has neither. */
export const supportPhrase = (text: string): readonly string[] =>
  text.split(/\b((?:ask|contact) support)\b/i, 3)
