import { redirectTo, withHeaders } from '@postrider/server/answers/answer'
import type { Endpoint } from '@postrider/server/exchange/endpoint'
import { markup } from '@postrider/server/pages/markup'
import { page } from '@postrider/server/pages/page'
import { pageAnswer } from '@postrider/server/pages/page-answer'
import { queryStringOf } from '@postrider/server/receiving/parse-query'

/** Where links in mails led before the website had the pages of recoveries and invitations, by the same paths. */
const MOVED = ['/recover', '/invitation']

const AT_A_PAGE = { boundary: undefined, tellsMethods: false, isAlwaysOpen: false } as const

const movedPage = (origin: string): string =>
  page({
    title: 'This page has moved',
    content: markup`<p>Nothing has changed, and what you typed was not read.</p>
<p>Open the link of your mail once more. It leads to <bdi>${origin}</bdi> now, and works as before.</p>`,
  })

const redirect = (origin: string, path: string): Endpoint => ({
  ...AT_A_PAGE,
  methods: ['GET'],
  path,
  route: path,
  answer: ({ request: { url = '' } }) => {
    const query = queryStringOf(url)
    return redirectTo(`${origin}${path}${query === '' ? '' : `?${query}`}`)
  },
})

const refusedForm = (path: string, html: string): Endpoint => ({
  ...AT_A_PAGE,
  methods: ['POST'],
  path,
  route: path,
  answer: () => ({
    ...withHeaders(pageAnswer(405, html), ['Allow', 'GET, HEAD']),
    logged: { errorCode: 'method_not_allowed' },
  }),
})

/**
 * The old addresses of pages that the website has now: what stood in a link is kept as it was, and leads to that path of
 * the configured website, never to a host that a request names (docs/contract#links-of-earlier-mails).
 *
 * 303, because what is there is asked for by GET, and no client may keep the way: the website may move again, and links
 * hold tokens. A form that stood open while the page moved is not redirected: its policy lets it send to its own origin alone,
 * which browsers hold redirects to, so that its reader would see nothing happen. It is told what to do, and its password is
 * not read.
 */
export const movedPages = (websiteUrl: string): readonly Endpoint[] => {
  const { origin } = new URL(websiteUrl)
  const html = movedPage(origin)
  return MOVED.flatMap((path) => [redirect(origin, path), refusedForm(path, html)])
}
