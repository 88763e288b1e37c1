/** A secret of the run, and the bytes by which it is known wherever it appears. */
interface Canary {
  readonly name: string
  readonly bytes: Buffer
}

/** Text as it is searched: a character a byte, so that bytes that are no text are searched alike. */
export const searchable = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** What stays of the base64 of the bytes wherever they begin in what was encoded. */
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

/** What is watched for, and where it was found: plain, in base64, base64url or hexadecimal. */
export interface Canaries {
  /** Watches for the secret from now on, and gives it back. */
  watch(name: string, secret: string | Buffer): string
  /** The places of each secret by its name, in order; `texts` are searchable, by place. */
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

/** The part of a token or bearer that proves it: without what names it before, and its checksum behind. */
export const secretOf = (token: string): string => {
  const [secret] = /[0-9A-Za-z]{43}(?=[0-9A-Za-z]{6}$)/.exec(token) ?? []
  if (secret === undefined) throw new Error('this is no token')
  return secret
}
