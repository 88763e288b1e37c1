// The form that sends a request to the host that serves the page.
import { store, stored } from './stored.js'

const ROOT = document.documentElement.dataset.root

const CREDENTIAL = 'credential'

/** The API is one level above the documentation. */
const apiUrl = () => new URL(`${ROOT}..`, location.href).href.replace(/\/$/, '')

const newKey = () => `try-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`

const inputsOf = (form, place) =>
  [...form.querySelectorAll(`[data-place="${place}"]`)].filter(({ value }) => value !== '')

const addressOf = (form) => {
  let path = form.dataset.path
  for (const { dataset, value } of inputsOf(form, 'path'))
    path = path.replace(`{${dataset.name}}`, encodeURIComponent(value))
  const query = new URLSearchParams(
    inputsOf(form, 'query').map(({ dataset, value }) => [dataset.name, value]),
  ).toString()
  return `${apiUrl()}${path}${query === '' ? '' : `?${query}`}`
}

const headersOf = (form) => {
  const headers = new Headers(inputsOf(form, 'header').map(({ dataset, value }) => [dataset.name, value]))
  const credential = form.querySelector('[data-credential]')
  if (credential !== null && credential.value !== '')
    headers.set('Authorization', `Bearer ${credential.value.trim()}`)
  if (form.querySelector('[data-dry-run]')?.checked === true) headers.set('Prefer', 'handling=dry-run')
  return headers
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

const block = (title, text) => {
  const part = document.createElement('div')
  const heading = document.createElement('h3')
  const pre = document.createElement('pre')
  heading.textContent = title
  pre.textContent = text
  pre.tabIndex = 0
  part.append(heading, pre)
  return part
}

const pageLink = (path, code) => {
  const link = document.createElement('a')
  link.href = `${ROOT}errors/${path}${encodeURIComponent(code)}`
  link.textContent = `What ${code} means`
  return link
}

/** Links the error code of a response, and the codes of its invalid fields, to their pages. */
const errorLinks = (text) => {
  try {
    const { code, fieldErrors = [] } = JSON.parse(text)
    if (typeof code !== 'string') return []
    const links = [
      pageLink('', code),
      ...[...new Set(fieldErrors.map((entry) => entry.code))].map((one) => pageLink('fields/', one)),
    ]
    const paragraph = document.createElement('p')
    paragraph.append(...links.flatMap((link, at) => (at === 0 ? [link] : [' · ', link])))
    return [paragraph]
  } catch {
    return []
  }
}

const requestOf = (form) => {
  const headers = headersOf(form)
  const body = form.querySelector('textarea')?.value
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return { method: form.dataset.method, headers, body, credentials: 'omit', cache: 'no-store' }
}

const send = async (form) => {
  const status = form.querySelector('.try-status')
  const result = form.querySelector('.try-result')
  status.textContent = 'Sending …'
  result.replaceChildren()
  const start = performance.now()
  try {
    const response = await fetch(addressOf(form), requestOf(form))
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - start)
    status.textContent = `${response.status} ${response.statusText}, ${milliseconds} ms`
    status.dataset.ok = String(response.ok)
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    result.replaceChildren(
      ...(response.ok ? [] : errorLinks(text)),
      block('Body', pretty(text)),
      block('Headers', headers),
    )
  } catch (error) {
    status.dataset.ok = 'false'
    status.textContent = `No response from ${apiUrl()}: ${error.message}`
  }
}

/** A new key for each send, because a repeated key with another body is refused. */
const renewKey = (form) => {
  const key = form.querySelector('[data-name="Idempotency-Key"]')
  if (key !== null) key.value = newKey()
}

/** Shows the form. The credential is kept until the tab is closed. */
export const startTryIt = () => {
  const form = document.querySelector('form.try')
  if (form === null) return
  const credential = form.querySelector('[data-credential]')
  if (credential !== null) credential.value = stored(CREDENTIAL, true) ?? ''
  renewKey(form)
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (credential !== null) store(CREDENTIAL, credential.value, true)
    void send(form).then(() => {
      if (form.querySelector('[data-dry-run]')?.checked !== true) renewKey(form)
    })
  })
}
