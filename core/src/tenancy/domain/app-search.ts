import type { App } from './records.js'
import { hasWords } from './organization-search.js'

/** Whether a search text matches an app: part of its name, or the start of its identifier. */
export const isSoughtApp = ({ appId, name }: App, text: string | undefined): boolean =>
  text === undefined || appId.startsWith(text) || hasWords(name, text)
