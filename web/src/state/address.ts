import { computed, signal } from '@preact/signals'

/**
 * The current location. The address contains the filters and nothing personal; personal data stays in the
 * history state.
 */
interface PageAddress {
  readonly path: string
  readonly filters: Readonly<Record<string, string>>
  readonly memory: Readonly<Record<string, string>>
}

const memoryIn = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, string>>) : {}

const present = (): PageAddress => ({
  path: location.pathname,
  filters: Object.fromEntries(new URLSearchParams(location.search)),
  memory: memoryIn(history.state),
})

export const address = signal<PageAddress>(present())

/** The parts of the path: `/messages/msg_1` has two. */
export const pathParts = computed(() => address.value.path.split('/').filter((part) => part !== ''))

const queryOf = (filters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  const query = new URLSearchParams(given).toString()
  return query === '' ? '' : `?${query}`
}

/** A path with these filters, for a link. */
export const pathWith = (path: string, filters: Readonly<Record<string, string | undefined>> = {}): string =>
  path + queryOf(filters)

const screenOf = (href: string): string => href.split(/[/?]/, 2).join('/')

/**
 * The history state of a screen is kept while its records are opened and closed. Another screen starts
 * without it.
 */
const memoryFor = (href: string): Readonly<Record<string, string>> =>
  screenOf(href) === screenOf(address.value.path) ? address.value.memory : {}

/** Whether the reader arrived with the browser's Back or Forward button. */
export const cameBack = { value: false }

/** Opens a path of the site. */
export const visit = (href: string, memory = memoryFor(href)): void => {
  cameBack.value = false
  history.pushState(memory, '', href)
  address.value = present()
  document.querySelector('main')?.scrollTo(0, 0)
}

/** Replaces the current history entry with a path, so that Back skips the current page. */
export const goOn = (href: string, memory: Readonly<Record<string, string>>): void => {
  history.replaceState(memory, '', href)
  address.value = present()
}

/** Changes filters at the current path. An empty value removes the filter. */
export const setFilters = (changes: Readonly<Record<string, string | undefined>>): void => {
  history.replaceState(
    history.state,
    '',
    pathWith(address.value.path, { ...address.value.filters, ...changes }),
  )
  address.value = present()
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Makes links of the site work without reloading the page. */
export const followLinks = (): void => {
  addEventListener('popstate', () => {
    cameBack.value = true
    address.value = present()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.defaultPrevented || !isPlainClick(event)) return
    if (link.origin !== location.origin || link.target !== '' || link.hasAttribute('data-leave')) return
    event.preventDefault()
    visit(link.pathname + link.search, link.hasAttribute('data-anew') ? {} : undefined)
  })
}
