import type { ResultOf } from '@postrider/core/assembly/registry'
import { shownText } from '../../format/shown-text.js'
import type { FactRow } from '../../parts/boxes.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { TEMPLATES_TEXTS as t } from './templates-texts.js'

type Draft = ResultOf<'getTemplateReview'>['draft']

/** The identifiers that the author of a version entered, when, and why they were rejected. */
export const enteredFacts = ({ entered }: Draft): readonly FactRow[] => {
  if (entered === undefined) return []
  const { registration, at, refused } = entered
  const { dlt } = registration
  return [
    ...(dlt === undefined
      ? []
      : (['entityId', 'header', 'templateId'] as const).map((name): FactRow => [
          t.dltIds[name],
          <span class="mono">{shownText(dlt[name])}</span>,
        ])),
    [t.enteredAt, <DatedText at={at} />],
    [t.idsRefused, refused === undefined ? undefined : <ForeignText text={refused.reason} />],
  ]
}
