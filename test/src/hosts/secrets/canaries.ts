/** A secret of the run, and the bytes that identify it. */
interface Canary {
  readonly name: string
  readonly bytes: Buffer
}

/** Text in searchable form: one character per byte, so that binary data can be searched too. */
export const searchable = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** The parts of the base64 of the bytes that don't depend on their offset. */
const base64Forms = (bytes: Buffer): readonly string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isCutShort = (before + bytes.length) % 3 !== 0
    return encoded.slice(before === 0 ? 0 : before + 1, isCutShort ? -1 : undefined)
  })

const asUrl = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

const appearsIn = ({ bytes }: Canary, text: string, lower: string): boolean =>
  text.includes(bytes.toString('latin1')) ||
  lower.includes(bytes.toString('hex')) ||
  base64Forms(bytes).some((form) => text.includes(form) || text.includes(asUrl(form)))

/** The watched secrets, and where they were found: in plain text, base64, base64url or hexadecimal. */
export interface Canaries {
  /** Watches for the secret from now on, and returns it. */
  watch(name: string, secret: string | Buffer): string
  /** The places of each secret by its name, in order. `texts` are searchable texts by place. */
  foundIn(texts: ReadonlyMap<string, readonly string[]>): Readonly<Record<string, readonly string[]>>
}

export const someCanaries = (): Canaries => {
  const canaries: Canary[] = []
  return {
    watch: (name, secret) => {
      const bytes = Buffer.from(secret)
      if (bytes.length < 8) throw new Error(`${name} is so short that it is found by chance`)
      canaries.push({ name, bytes })
      return secret.toString()
    },
    foundIn: (texts) => {
      const found = new Map(canaries.map(({ name }) => [name, new Set<string>()]))
      for (const [place, each] of texts) {
        const text = each.join('\n')
        const lower = text.toLowerCase()
        for (const canary of canaries) if (appearsIn(canary, text, lower)) found.get(canary.name)?.add(place)
      }
      return Object.fromEntries([...found].map(([name, places]) => [name, [...places].sort()]))
    },
  }
}

/** The secret part of a token or bearer: without its prefix and its checksum. */
export const secretOf = (token: string): string => {
  const [secret] = /[0-9A-Za-z]{43}(?=[0-9A-Za-z]{6}$)/.exec(token) ?? []
  if (secret === undefined) throw new Error('this is no token')
  return secret
}
