import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'

/** A webhook endpoint that gets no events. */
export interface FailingWebhookFacts {
  readonly organizationName: string
  readonly appId: string
  readonly appName: string
  readonly environment: 'test' | 'production'
  /** The host of its URL: paths can have secrets. */
  readonly host: string
  /** Whether it responded with 410, instead of failing for days. */
  readonly isGone: boolean
}

type Facts = FailingWebhookFacts & { readonly link: string }

const endpointIn = ({ host, appName, organizationName, environment }: Facts): string =>
  `The webhook endpoint at ${nameInMail(host)} of the app “${nameInMail(appName)}” of “${nameInMail(organizationName)}” in ${environment}`

/** The email that an endpoint will be disabled in a day (docs/api/webhooks#retries). */
export const webhookFailingMail = (product: Product, facts: Facts): MailText =>
  mailText(product, `A webhook endpoint of ${product.name} fails`, [
    `${endpointIn(facts)} has not accepted an event for four days.`,
    'If it fails for another day, it will be disabled and get no more events. Events are kept in the meantime, and ' +
      'are delivered once it works again.',
    'The operation listWebhookDeliveries shows each attempt and its response.',
    { label: 'View the app', link: facts.link },
  ])

/** The email that an endpoint was disabled (docs/api/webhooks#retries). */
export const webhookDisabledMail = (product: Product, facts: Facts): MailText =>
  mailText(product, `A webhook endpoint of ${product.name} is disabled`, [
    facts.isGone
      ? `${endpointIn(facts)} responded with status 410 (Gone), so it is disabled and gets no more events.`
      : `${endpointIn(facts)} has not accepted an event for five days, so it is disabled and gets no more events.`,
    'After you fix it, enable it with the operation enableWebhookEndpoint. It then gets the events that it missed, as far as they are kept.',
    { label: 'View the app', link: facts.link },
  ])
