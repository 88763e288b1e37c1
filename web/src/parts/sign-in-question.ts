/** The input types of our pages. */
const TYPES = ['text', 'email', 'password'] as const

/** A field of the sign-in page. */
export interface SignInField {
  readonly name: string
  readonly label: string
  readonly type: (typeof TYPES)[number]
  readonly autocomplete: string
  readonly value: string
  readonly hint: string | undefined
}

/** The form of the sign-in page, and the problem with the previous attempt. */
export interface SignInQuestion {
  /** The path to which the form is submitted. */
  readonly path: string
  readonly fields: readonly SignInField[]
  /** Hidden fields, which are sent back unchanged. */
  readonly kept: Readonly<Record<string, string>>
  readonly problem: string | undefined
}

const ADDRESS = '/sign-in'

const textOf = (page: Document, selector: string): string | undefined =>
  page.querySelector(selector)?.textContent.trim()

const fieldOf = (page: Document, { name, id, type, autocomplete, value }: HTMLInputElement): SignInField => ({
  name,
  label: textOf(page, `label[for="${CSS.escape(id)}"]`) ?? name,
  type: TYPES.find((one) => one === type) ?? 'text',
  autocomplete,
  value,
  hint: textOf(page, `#${CSS.escape(`${id}-hint`)}`),
})

/**
 * Requests a page and follows redirects. The policy of our pages forbids `DOMParser`, so the request parses
 * the page.
 */
const askSite = (method: 'GET' | 'POST', path: string, body?: URLSearchParams): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.responseType = 'document'
    request.addEventListener('load', () => resolve(request))
    request.addEventListener('error', () => reject(new Error('the site does not respond')))
    request.send(body ?? null)
  })

/** Reads the form of the sign-in page, so that labels and hints have one source. */
const questionIn = ({ responseURL, response }: XMLHttpRequest): SignInQuestion | 'signed in' => {
  const { pathname } = new URL(responseURL)
  // With a session, the site redirects to its first screen.
  if (!pathname.startsWith(ADDRESS)) return 'signed in'
  const page = response instanceof Document ? response : undefined
  const inputs = [...(page?.querySelectorAll<HTMLInputElement>('form[method=post] input') ?? [])]
  if (page === undefined || inputs.length === 0) throw new Error('the sign-in page has no form')
  const isKept = ({ type }: HTMLInputElement): boolean => type === 'hidden'
  return {
    path: pathname,
    fields: inputs.filter((input) => !isKept(input)).map((input) => fieldOf(page, input)),
    kept: Object.fromEntries(inputs.filter(isKept).map(({ name, value }) => [name, value])),
    problem: textOf(page, '.problem p'),
  }
}

/** Reads the sign-in form. Rejects if the site doesn't respond. */
export const fetchSignIn = async (): Promise<SignInQuestion | 'signed in'> =>
  questionIn(await askSite('GET', ADDRESS))

/** Submits the form. Resolves with the next form if more is needed. Rejects if the site doesn't respond. */
export const sendSignIn = async (
  { path, kept }: SignInQuestion,
  written: Readonly<Record<string, string>>,
): Promise<SignInQuestion | 'signed in'> =>
  questionIn(await askSite('POST', path, new URLSearchParams({ ...kept, ...written })))
