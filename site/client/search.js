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

const resultOf = ({ address, title, heading, section, snippet }, query, index) =>
  element('li', { id: `result-${index}`, role: 'option' }, [
    element('a', { href: addressOf(address), tabIndex: -1 }, [
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
  const list = element('ul', { id: 'results', role: 'listbox' })
  const status = element('p', { className: 'search-status' })
  const close = element('button', { type: 'button', textContent: 'Close' })
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-label', 'Search the documentation')
  input.setAttribute('aria-controls', 'results')
  input.setAttribute('aria-expanded', 'false')
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

/** Moves the choice with the arrow keys; Enter opens the chosen result. */
const startKeys = ({ input, list }) => {
  const options = () => [...list.children]
  const choose = (index) => {
    options().forEach((option, at) => option.setAttribute('aria-selected', String(at === index)))
    const chosen = options()[index]
    if (chosen === undefined) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', chosen.id)
    chosen.scrollIntoView({ block: 'nearest' })
  }
  const chosenIndex = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true')
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const count = options().length
      if (count > 0) choose((chosenIndex() + step + count) % count)
    }
    if (event.key === 'Enter') options()[Math.max(0, chosenIndex())]?.querySelector('a').click()
  })
  return () => choose(0)
}

/** Shows the button, and opens the dialog with `/` or Ctrl+K. */
export const startSearch = () => {
  const button = document.querySelector('.search-open')
  const parts = createDialog()
  const { dialog, input, list, status } = parts
  const chooseFirst = startKeys(parts)
  let search
  const show = async () => {
    const query = input.value.trim()
    const find = await search
    if (query !== input.value.trim()) return
    const results = query === '' ? [] : find(query)
    list.replaceChildren(...results.map((result, index) => resultOf(result, query, index)))
    input.setAttribute('aria-expanded', String(results.length > 0))
    status.textContent = countText(results.length, query)
    chooseFirst()
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
