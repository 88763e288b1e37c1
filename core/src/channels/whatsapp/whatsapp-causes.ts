import type { CodeCause } from '../kind.js'

const wrongTemplate = (meaning: string, advice: string): CodeCause => ({
  owner: 'sender',
  meaning,
  advice,
})

const OUR_ACCOUNT: CodeCause = {
  owner: 'platform',
  meaning: 'WhatsApp refuses the business account that sends.',
  advice: 'Ask support. Messages that are sent now would fail too.',
}

/**
 * The causes behind codes of the WhatsApp Business Platform, more precise than those of the failure code that
 * they share with others (docs/provider-whatsapp#outcomes-of-cloud-api-responses).
 */
export const WHATSAPP_CAUSES: Readonly<Record<string, CodeCause>> = {
  130472: {
    owner: 'recipient',
    meaning: 'WhatsApp excludes this recipient from marketing messages for an experiment.',
    advice: 'Sending again doesn’t help. Use another channel, or send when they have written to you.',
  },
  131008: wrongTemplate(
    'A value that the template needs is missing or empty.',
    'Give every variable a text that isn’t empty, then send again.',
  ),
  131009: wrongTemplate(
    'WhatsApp doesn’t accept a value.',
    'Check the form of the values, for example of a URL suffix or a coupon code, then send again.',
  ),
  131026: {
    owner: 'recipient',
    meaning: 'The number doesn’t use WhatsApp, or hasn’t accepted its current terms.',
    advice: 'Use another channel. Ask the recipient to update WhatsApp if they use it.',
  },
  131031: OUR_ACCOUNT,
  131042: OUR_ACCOUNT,
  131047: wrongTemplate(
    'More than 24 hours have passed since the recipient wrote, so WhatsApp accepts only templates.',
    'Send an approved template. If you did, ask support to check its registration.',
  ),
  131049: {
    owner: 'recipient',
    meaning: 'WhatsApp limits how many marketing messages the recipient gets from all companies.',
    advice: 'Wait at least a day before you send again. Don’t repeat it at once: that lowers the limit.',
  },
  131050: {
    owner: 'recipient',
    meaning: 'The recipient has stopped marketing messages from you on WhatsApp.',
    advice: 'Don’t send them marketing messages. Use other categories only for what they asked for.',
  },
  132000: wrongTemplate(
    'The number of values differs from the template at WhatsApp.',
    'Compare the variables with the template at WhatsApp, and submit a new version.',
  ),
  132001: wrongTemplate(
    'WhatsApp has no approved template with this name and language.',
    'Check its name, its language and its state at WhatsApp, then record the registration again.',
  ),
  132012: wrongTemplate(
    'A value has another format than the template at WhatsApp.',
    'Compare the variables with the template at WhatsApp, and submit a new version.',
  ),
  132015: wrongTemplate(
    'WhatsApp has paused the template, because recipients complained.',
    'Improve the text and submit a new version, or wait until WhatsApp resumes it.',
  ),
  132018: wrongTemplate(
    'A value has a line break, a tab or many spaces, which WhatsApp doesn’t accept.',
    'Remove them from the value, then send again.',
  ),
}
