// Reads a block with one curl command as a call, so that a page can show it in other languages too.

const ADDRESS = '$POSTRIDER_URL'
const BEARER = /^Authorization: Bearer \$(\w+)$/
const HEADER = /^([\w-]+): (.*)$/

/** A quoted text, or a word without spaces and quotes. */
const WORD = /'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"\\]+)/y

/** The words of a command as a shell splits them; undefined if a part isn't understood. */
const wordsOf = (command) => {
  const text = command.replaceAll(/\\\n/g, ' ').trim()
  const words = []
  let at = 0
  while (at < text.length) {
    WORD.lastIndex = at
    const [found, single, double, plain] = WORD.exec(text) ?? []
    if (found === undefined) return undefined
    words.push(single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? plain)
    at += found.length
    const space = /\s+/y
    space.lastIndex = at
    const [gap] = space.exec(text) ?? []
    if (gap === undefined && at < text.length) return undefined
    at += gap?.length ?? 0
  }
  return words
}

const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The options that a block may have, each with what its value adds. */
const OPTIONS = {
  '-X': (call, method) => ({ ...call, method }),
  '-d': (call, body) => ({ ...call, method: call.method ?? 'POST', body: parsed(body) }),
  '-H': (call, header) => {
    const credential = BEARER.exec(header)?.[1]
    if (credential !== undefined) return { ...call, hasCredential: true, credential }
    const [, name, example] = HEADER.exec(header) ?? []
    if (name === 'Content-Type') return call
    return { ...call, parameters: [...call.parameters, { name, example, place: 'header', isRequired: true }] }
  },
}

/**
 * The call of a block: its method, path, headers, credential and body. Undefined for a block that isn't one curl
 * command to `$POSTRIDER_URL` with these options.
 */
export const callOfCurl = (block) => {
  if (!block.startsWith('curl ')) return undefined
  const [, ...words] = wordsOf(block) ?? []
  let call = { parameters: [], hasCredential: false }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word.startsWith(`${ADDRESS}/`)) call = { ...call, path: word.slice(ADDRESS.length) }
    else if (OPTIONS[word] !== undefined) call = OPTIONS[word](call, words[(at += 1)] ?? '')
    else if (word !== '-sS') return undefined
    if (word === '-d' && call.body === undefined) return undefined
  }
  return call.path === undefined ? undefined : { method: 'GET', ...call }
}
