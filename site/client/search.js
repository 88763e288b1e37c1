// The search dialog. It loads the index when it is opened for the first time, and needs no other server.
const ROOT = document.documentElement.dataset.root

const load = async () => {
  const [{ default: MiniSearch }, { createSearch }, response] = await Promise.all([
    import('./minisearch.js'),
    import('./search-engine.js'),
    fetch(`${ROOT}search.json`),
  ])
  return createSearch(MiniSearch, await response.text())
}

const element = (tag, properties = {}, children = []) => {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** The text with the words that were searched for marked. */
const marked = (text, query) => {
  const words = query.split(/\s+/).filter((word) => word.length > 1)
  if (words.length === 0) return [text]
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'gi',
  )
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 1 ? element('mark', { textContent: part }) : part))
}

const addressOf = (address) =>
  address === '' || address.startsWith('#') ? `${ROOT}${address}` : ROOT + address

const resultOf = ({ address, title, heading, section, snippet }, query) =>
  element('li', {}, [
    element('a', { href: addressOf(address) }, [
      element('small', { textContent: section }),
      element('b', {}, marked(heading === '' ? title : `${title}: ${heading}`, query)),
      element('span', {}, marked(snippet, query)),
    ]),
  ])

const createDialog = () => {
  const input = element('input', {
    type: 'search',
    placeholder: 'Search the documentation',
    autocomplete: 'off',
    spellcheck: false,
  })
  const list = element('ul', { id: 'results' })
  const status = element('p', { className: 'search-status' })
  const close = element('button', { type: 'button', textContent: 'Close' })
  input.setAttribute('aria-label', 'Search the documentation')
  list.setAttribute('aria-label', 'Results')
  status.setAttribute('role', 'status')
  const dialog = element('dialog', { className: 'search' }, [
    element('div', { className: 'search-bar' }, [input, close]),
    status,
    list,
  ])
  dialog.setAttribute('aria-label', 'Search')
  document.body.append(dialog)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  return { dialog, input, list, status }
}

const countText = (count, query) => {
  if (query === '') return ''
  if (count === 0) return 'No page found. Try another word, or open “All pages” in the menu.'
  return count === 1 ? '1 page' : `${count} pages`
}

/** The arrow keys move between the input and the results; Enter in the input opens the first one. */
const startKeys = ({ dialog, input, list }) => {
  dialog.addEventListener('keydown', (event) => {
    const places = [input, ...list.querySelectorAll('a')]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      places[(places.indexOf(document.activeElement) + step + places.length) % places.length]?.focus()
    }
    if (event.key === 'Enter' && event.target === input) places[1]?.click()
    // In a search field, the key would only empty the field.
    if (event.key === 'Escape') dialog.close()
  })
}

/** Shows the button, and opens the dialog with `/` or Ctrl+K. */
export const startSearch = () => {
  const button = document.querySelector('.search-open')
  const parts = createDialog()
  const { dialog, input, list, status } = parts
  startKeys(parts)
  let search
  const show = async () => {
    const query = input.value.trim()
    const find = await search
    if (query !== input.value.trim()) return
    const results = query === '' ? [] : find(query)
    list.replaceChildren(...results.map((result) => resultOf(result, query)))
    status.textContent = countText(results.length, query)
  }
  const open = () => {
    search ??= load()
    search.catch(() => {
      status.textContent = 'The search index could not be loaded.'
      search = undefined
    })
    dialog.showModal()
    input.select()
  }
  button.hidden = false
  button.addEventListener('click', open)
  input.addEventListener('input', () => void show())
  list.addEventListener('click', () => dialog.close())
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select, [contenteditable]') !== null
    const isShortcut =
      (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isShortcut || dialog.open) return
    event.preventDefault()
    open()
  })
}
