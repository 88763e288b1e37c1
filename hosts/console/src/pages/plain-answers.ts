import { type Answer, withHeaders } from '@postrider/server/answers/answer'
import { retryAfter } from '@postrider/server/answers/refused'
import { markup } from '@postrider/server/pages/markup'
import { consolePage } from './console-page.js'

/** There is nothing at an address, or nothing by that method. */
export const nothingHere = (code: 'route_not_found' | 'method_not_allowed'): Answer =>
  code === 'route_not_found'
    ? consolePage(404, {
        title: 'There is nothing here',
        content: markup`<p>The console has no such page. Perhaps the address lost a piece on its way.</p>
<p><a href="/">Go to the console</a></p>`,
      })
    : consolePage(405, {
        title: 'This is not done so',
        content: markup`<p>The address is right, but not what was asked of it.</p>
<p><a href="/">Go to the console</a></p>`,
      })

/** A form that no page of this origin has sent, or that a browser would not say of where it is from. */
export const foreignForm = (origin: string): Answer =>
  consolePage(403, {
    title: 'This form came from elsewhere',
    content: markup`<p>Nothing was done. The console takes forms of its own pages alone, and is at
<a href="${origin}/">${origin}</a>. Open it there, and try again.</p>`,
  })

/** What cannot be found out or done at the moment. */
export const notNow = (retryAfterMs?: number): Answer => {
  const answer = consolePage(503, {
    title: 'This cannot be done now',
    content: markup`<p>The service does not answer at the moment. Nothing has changed. Try again in a minute.</p>`,
  })
  return retryAfterMs === undefined ? answer : withHeaders(answer, retryAfter(retryAfterMs))
}

/** A form that is longer than any that the console has, or no form at all. */
export const noForm = (status: number): Answer =>
  consolePage(status, {
    title: 'This is no form of the console',
    content: markup`<p>Nothing was done. <a href="/">Go to the console</a></p>`,
  })
