import { E } from '@postrider/core/fp'
import type { Unsubscriber } from '@postrider/core/consent/domain/unsubscribe-link'
import { UNSUBSCRIBE_TEXTS, type UnsubscribeLanguage } from '@postrider/core/consent/domain/unsubscribe-texts'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import type { Postrider } from '@postrider/core/postrider'
import { type Answer, errorAnswer, withHeaders } from '@postrider/web-server/answers/answer'
import type { Endpoint, PathStrings } from '@postrider/web-server/exchange/endpoint'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { type Markup, markup } from '@postrider/web-server/pages/markup'
import { page } from '@postrider/web-server/pages/page'
import { pageAnswer } from '@postrider/web-server/pages/page-answer'
import { pageForm } from '@postrider/web-server/pages/page-form'
import { FORM_LIMIT_BYTES } from '@postrider/web-server/receiving/parse-form'
import { type BodyNeeds, readBody } from '@postrider/web-server/receiving/read-body'

interface Needs {
  readonly postrider: Pick<Postrider, 'readUnsubscribeLink' | 'unsubscribe'>
  readonly product?: Product | undefined
  readonly bodies: BodyNeeds
}

const RETRY_AFTER = ['Retry-After', '5'] as const

/** A sentence with the names of the sender and the recipient, which may have another direction. */
const withNames = (sentence: string, { sender, maskedTo }: Unsubscriber): readonly Markup[] => {
  const names = new Map([
    ['{sender}', sender],
    ['{to}', maskedTo],
  ])
  return sentence.split(/(\{sender\}|\{to\})/).map((part) => {
    const name = names.get(part)
    return name === undefined ? markup`${part}` : markup`<bdi>${name}</bdi>`
  })
}

/** The pages of an unsubscribe link in the language of its email, under the product's name. */
const pagesOf = ({ name: mark }: Product) => {
  const answer = (status: number, tag: UnsubscribeLanguage, title: string, content: Markup): Answer => {
    const { direction } = UNSUBSCRIBE_TEXTS[tag]
    return pageAnswer(status, page({ title, mark, content, language: { tag, direction } }))
  }
  return {
    asking: (unsubscriber: Unsubscriber): Answer => {
      const { language } = unsubscriber
      const { unsubscribe: action, question, others } = UNSUBSCRIBE_TEXTS[language]
      const form = pageForm({ kept: {}, fields: [], action, problem: undefined })
      const content = markup`<p>${withNames(question, unsubscriber)}</p>
<p>${others}</p>${form}`
      return answer(200, language, action, content)
    },
    done: (unsubscriber: Unsubscriber): Answer => {
      const { done, ended } = UNSUBSCRIBE_TEXTS[unsubscriber.language]
      return answer(200, unsubscriber.language, done, markup`<p>${withNames(ended, unsubscriber)}</p>`)
    },
    unknown: (): Answer =>
      answer(
        404,
        'en',
        'This link doesn’t work',
        markup`<p>The link is incomplete or too old. Copy all of it from the email, or reply to the email and ask the
sender to stop.</p>`,
      ),
    later: ({ language }: Pick<Unsubscriber, 'language'>): Answer => {
      const { failed, tryAgain } = UNSUBSCRIBE_TEXTS[language]
      return withHeaders(answer(503, language, failed, markup`<p>${tryAgain}</p>`), RETRY_AFTER)
    },
  }
}

/**
 * The page of an unsubscribe link (docs/api/delivery#unsubscribe-links). GET asks, because programs that scan links
 * open them. POST unsubscribes at once, with any body, as RFC 8058 requires of mail programs.
 */
export const unsubscribeEndpoint = ({ postrider, product = DEFAULT_PRODUCT, bodies }: Needs): Endpoint => {
  const pages = pagesOf(product)

  const take = async (exchange: Exchange, token: string): Promise<Answer | undefined> => {
    const { requestId, clientAddress } = exchange
    const found = postrider.readUnsubscribeLink(token)
    if (E.isLeft(found)) return pages.unknown()
    const read = await readBody(exchange, FORM_LIMIT_BYTES, bodies)
    if (read._tag === 'Gone') return undefined
    if (read._tag === 'TooLarge') return errorAnswer('payload_too_large', requestId)
    if (read._tag !== 'Whole') return pages.later(found.right)
    exchange.stage = 'begun'
    const done = await postrider.unsubscribe(token, { requestId, clientAddress })()
    if (E.isRight(done)) return pages.done(done.right)
    return done.left._tag === 'NotFound' ? pages.unknown() : pages.later(found.right)
  }

  const ask = (token: string): Answer => {
    const found = postrider.readUnsubscribeLink(token)
    return E.isLeft(found) ? pages.unknown() : pages.asking(found.right)
  }

  return {
    methods: ['GET', 'POST'],
    path: '/unsubscribe/{token}',
    route: '/unsubscribe/{token}',
    boundary: undefined,
    tellsMethods: false,
    isAlwaysOpen: false,
    answer: (exchange, { token = '' }: PathStrings) =>
      exchange.request.method === 'POST' ? take(exchange, token) : ask(token),
  }
}
