import { list } from '../../../kernel/codecs/list.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { senderRulesWith } from '../../domain/senders/sender-rules.js'
import { SENDERS_ADMIN } from './entry-parts.js'
import { ruleShape, ruleView } from './rule-shapes.js'

export const listSenderRulesEntry = entryOf('Senders', 'listSenderRules', {
  ...SENDERS_ADMIN,
  summary: 'List the rules for senders by country',
  description:
    'Lists the built-in rules with their source and date, and the rules that super admins have set instead. Countries without a rule allow every kind.',
  success: 'The rules that apply, by country.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('act'),
  request: readRequest({}, {}),
  result: readResult({ rules: list(ruleShape, { description: 'The rules, by country.' }) }, {}),
})

export const listSenderRules = reading(listSenderRulesEntry, {
  read: async (_, { storage }) => {
    const read = await storage.catalog.senderRules()()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const rules = [...senderRulesWith(value)].sort(([one], [other]) => (one < other ? -1 : 1))
    return shown(epoch, { rules: rules.flatMap(([, ofCountry]) => ofCountry.map(ruleView)) })
  },
})
