// What scripts add to every page: the theme switch, the menu, copy buttons, tabs, the current heading.
import { startSearch } from './search.js'
import { store, stored } from './stored.js'
import { startTryIt } from './try-it.js'

const all = (selector, within = document) => [...within.querySelectorAll(selector)]

const isDark = () =>
  document.documentElement.dataset.theme === 'dark' ||
  (document.documentElement.dataset.theme === undefined && matchMedia('(prefers-color-scheme: dark)').matches)

const startTheme = () => {
  const button = document.querySelector('.theme')
  const show = () => {
    button.textContent = isDark() ? 'Light' : 'Dark'
    button.setAttribute('aria-label', isDark() ? 'Use the light theme' : 'Use the dark theme')
  }
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    store('theme', next)
    show()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  show()
  button.hidden = false
}

const startMenu = () => {
  const button = document.querySelector('.menu')
  const pages = document.querySelector('#pages')
  button.hidden = false
  document.documentElement.dataset.script = ''
  button.addEventListener('click', () => {
    const isOpen = pages.classList.toggle('open')
    button.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) pages.querySelector('a, summary')?.focus()
  })
  pages.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  window.scrollTo({ top: window.scrollY })
}

const startCopying = () => {
  for (const button of all('.copy')) {
    if (navigator.clipboard === undefined) continue
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
  }
}

const KEYS = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs as the ARIA practices describe them; the language is the same on every page. */
const startTabs = () => {
  for (const list of all('[role=tablist]')) {
    const tabs = all('[role=tab]', list)
    const choose = (chosen, isFocused) => {
      for (const tab of tabs) {
        const isChosen = tab === chosen
        tab.setAttribute('aria-selected', String(isChosen))
        tab.tabIndex = isChosen ? 0 : -1
        document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen
      }
      store('language', chosen.textContent)
      if (isFocused) chosen.focus()
    }
    tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => choose(tab, false))
      tab.addEventListener('keydown', (event) => {
        const step = KEYS[event.key]
        if (step !== undefined) choose(tabs[(index + step + tabs.length) % tabs.length], true)
      })
    })
    choose(tabs.find((tab) => tab.textContent === stored('language')) ?? tabs[0], false)
  }
}

/** Opens the lists of fields around the one that an address names. */
const openTarget = () => {
  const id = decodeURIComponent(location.hash.slice(1))
  if (id === '') return
  const target = document.getElementById(id)
  if (target === null) return
  let around = target.closest('details')
  while (around !== null) {
    around.open = true
    around = around.parentElement.closest('details')
  }
  target.scrollIntoView()
}

const startContents = () => {
  const links = new Map(all('.contents a').map((link) => [link.getAttribute('href').slice(1), link]))
  if (links.size === 0) return
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        for (const link of links.values()) link.removeAttribute('aria-current')
        links.get(target.id)?.setAttribute('aria-current', 'true')
      }
    },
    { rootMargin: '0px 0px -75% 0px' },
  )
  for (const id of links.keys()) {
    const heading = document.getElementById(id)
    if (heading !== null) observer.observe(heading)
  }
}

startTheme()
startMenu()
startCopying()
startTabs()
startContents()
startSearch()
startTryIt()
openTarget()
addEventListener('hashchange', openTarget)
