import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { invalidRequest, refusal } from '@postrider/core/kernel/refusals/refusal'
import { TE } from '@postrider/core/fp'
import { anInvitation, aSignUp } from '@postrider/conformance/builders/an-invitation'
import { openHttpFixture } from '../../http/http-fixture.js'
import { sendForm, visit, type Visited } from '../../http/visit.js'
import { openWebsiteBeside, type WebsiteBeside } from '../website-beside.js'

/** How a page with this value in its texts is reached. */
interface Way {
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  /** Whether the person of a valid link has an account. Default: no. */
  readonly hasAccount?: boolean
  readonly refused?: Refusal
  /** Whether the API host serves the page instead of the website. */
  readonly atTheApi?: boolean
}

const NEW = 'eleven purple kettles'

const link = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`

const wrong = (field: string, message: string): Refusal =>
  invalidRequest([{ location: 'body', field: `/${field}`, code: 'format', message }])

const waysOf = (value: string) =>
  ({
    'sign-in': { path: '/sign-in' },
    'sign-in with a problem': { path: '/sign-in', form: { email: value, password: NEW } },
    'sign-up': { path: '/sign-up' },
    'sign-up with a problem': { path: '/sign-up', form: { email: value } },
    'sign-up asked for': { path: '/sign-up', form: { email: 'zoe@example.com' } },
    'sign-up by a link': { path: link('/sign-up', value) },
    'sign-up by a link with a problem': {
      path: '/sign-up',
      form: { token: value, displayName: value, password: NEW },
      refused: wrong('displayName', value),
    },
    'recovery asked for': { path: '/recover', form: { email: 'zoe@example.com' } },
    recovery: { path: link('/recover', value) },
    'recovery with two passwords': {
      path: '/recover',
      form: { token: value, password: NEW, passwordAgain: value },
    },
    'recovery with a problem': {
      path: '/recover',
      form: { token: value, password: NEW, passwordAgain: NEW },
      refused: wrong('password', value),
    },
    'recovery done': { path: '/recover', form: { token: value, password: NEW, passwordAgain: NEW } },
    invitation: { path: link('/invitation', value), hasAccount: true },
    'invitation with a wrong password': {
      path: '/invitation',
      form: { token: value, password: NEW },
      hasAccount: true,
      refused: refusal('InvalidCredentials'),
    },
    'invitation of a newcomer': { path: link('/invitation', value) },
    'invitation of a newcomer with a problem': {
      path: '/invitation',
      form: { token: value, password: NEW, displayName: value },
      refused: wrong('displayName', value),
    },
    'dead link': { path: '/invitation', form: { token: value }, refused: refusal('NotFound') },
    enrolment: { path: '/enrolment', atTheApi: true },
  }) as const satisfies Readonly<Record<string, Way>>

export type PageName = keyof ReturnType<typeof waysOf>

/** The names of all pages that need no session. */
export const PAGE_NAMES = Object.keys(waysOf('')) as readonly PageName[]

/** The served pages. */
export interface SomePages {
  /** The page with this text as each of its values. */
  pageOf(name: PageName, value: string): Promise<Visited>
  /** The website that serves the pages. */
  readonly website: WebsiteBeside
  close(): Promise<void>
}

/** Opens the hosts of the pages, on use cases that return the values to show. */
export const openSomePages = async (): Promise<SomePages> => {
  const http = await openHttpFixture()
  let shown = { value: '', hasAccount: false, refused: undefined as Refusal | undefined }
  const { mine } = http
  const answerWith = <A>(right: () => A) => {
    const { refused } = shown
    return refused === undefined ? TE.right(right()) : TE.left(refused)
  }
  const details = () => ({
    invitation: { ...anInvitation(), email: shown.value },
    organization: { ...mine.organization, displayName: shown.value },
    hasAccount: shown.hasAccount,
  })
  const website = await openWebsiteBeside(http, {
    postrider: {
      ...http.postrider,
      checkRecovery: () => answerWith(() => undefined),
      resetPassword: () => answerWith(() => undefined),
      showInvitation: () => TE.right(details()),
      acceptInvitation: () => answerWith(() => ({ ...details(), role: 'developer' as const })),
      showSignUp: () => TE.right({ ...aSignUp(), email: shown.value }),
      signUp: () => TE.left(shown.refused ?? refusal('NotFound')),
    },
    mailHint: { sentence: 'The mail is in a file.', command: 'tail -n 1 inbox.jsonl' },
  })
  return {
    website,
    pageOf: (name, value) => {
      const { path, form, hasAccount = false, refused, atTheApi = false }: Way = waysOf(value)[name]
      shown = { value, hasAccount, refused }
      const port = atTheApi ? http.port : website.port
      return form === undefined ? visit(port, path) : sendForm(port, path, form)
    },
    close: async () => {
      await website.close()
      await http.close()
    },
  }
}
