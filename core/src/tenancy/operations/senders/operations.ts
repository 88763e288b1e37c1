import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { checkSenderDomains, checkSenderDomainsEntry } from './check-sender-domains.js'
import { listAppSenders, listAppSendersEntry } from './list-app-senders.js'
import { listSenderRegistrations, listSenderRegistrationsEntry } from './list-sender-registrations.js'
import { listSenderRules, listSenderRulesEntry } from './list-sender-rules.js'
import { recordSenderRegistration, recordSenderRegistrationEntry } from './record-sender-registration.js'
import { removeAppSender, removeAppSenderEntry } from './remove-app-sender.js'
import { saveAppSender, saveAppSenderEntry } from './save-app-sender.js'
import {
  resetSenderRule,
  resetSenderRuleEntry,
  setSenderRule,
  setSenderRuleEntry,
} from './set-sender-rule.js'

/** The operations about senders, their registrations and the rules of countries (docs/api/senders#senders). */
export const senderOperations = {
  listAppSenders: listAppSendersEntry,
  checkSenderDomains: checkSenderDomainsEntry,
  saveAppSender: saveAppSenderEntry,
  removeAppSender: removeAppSenderEntry,
  recordSenderRegistration: recordSenderRegistrationEntry,
  listSenderRegistrations: listSenderRegistrationsEntry,
  listSenderRules: listSenderRulesEntry,
  setSenderRule: setSenderRuleEntry,
  resetSenderRule: resetSenderRuleEntry,
} as const

/** The implementations of these operations. */
export const senderImplementations = {
  listAppSenders,
  checkSenderDomains,
  saveAppSender,
  removeAppSender,
  recordSenderRegistration,
  listSenderRegistrations,
  listSenderRules,
  setSenderRule,
  resetSenderRule,
} satisfies ImplementationsOf<typeof senderOperations>
