// Samples of a request as tabs, one for each language.
import { codeBlock } from '../lib/highlight.mjs'

/** Ends the tabs, for the search index, which leaves samples out. */
const END = '<!-- end of tabs -->'

/** Matches the tabs of a page. */
export const TABS = new RegExp(`<div class="tabs">[\\s\\S]*?${END}`, 'g')

/** The samples as tabs. `prefix` makes their IDs different from those of other tabs on the page. */
export const tabsHtml = (samples, prefix = '') => {
  const tabs = samples.map(
    ({ name }, index) =>
      `<button type="button" role="tab" id="${prefix}tab-${index}" aria-controls="${prefix}sample-${index}" aria-selected="${index === 0}"${index === 0 ? '' : ' tabindex="-1"'}>${name}</button>`,
  )
  const panels = samples.map(
    ({ name, language, code }, index) =>
      `<div role="tabpanel" id="${prefix}sample-${index}" aria-labelledby="${prefix}tab-${index}">${codeBlock(code, language, name)}</div>`,
  )
  return `<div class="tabs"><div role="tablist" aria-label="Language">${tabs.join('')}</div>${panels.join('')}</div>${END}`
}
