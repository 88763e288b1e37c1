// The guides to providers, from the table of docs/providers: the page of each, and its kind of account.
import { readText } from './repository.mjs'

const ROW = /^\| \[[^\]]+\]\((provider-[\w-]+)\.md\)[^|]*\| `([\w-]+)`/gm

/** The guides in the order of the table. */
export const PROVIDER_GUIDES = [...readText('docs/providers.md').matchAll(ROW)].map(([, page, kind]) => ({
  page,
  kind,
}))
