import type { App } from './records.js'
import { hasWords } from './organization-search.js'

/** Whether an app is one that a text finds: by a part of its name, or by how its identifier begins. */
export const isSoughtApp = ({ appId, name }: App, text: string | undefined): boolean =>
  text === undefined || appId.startsWith(text) || hasWords(name, text)
