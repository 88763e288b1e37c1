import type { ResultOf } from '@postrider/core/assembly/registry'
import { countText, shownText } from '../../format/shown-text.js'
import { compareWords } from '../../format/words.js'
import { TEMPLATES_TEXTS as t } from './templates-texts.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable } from '../../parts/data-table.js'
import { MarkedText, contentText, WordSlices } from '../../parts/word-differences.js'

type Draft = ResultOf<'getTemplateReview'>['draft']
type Variable = Draft['variables'][number]

const htmlOf = ({ content }: Draft): string => ('html' in content ? (content.html ?? '') : '')

/** The HTML source of an email, compared with the version in use. */
export const SourcePanel = ({ draft, before }: { draft: Draft; before: Draft | undefined }) => {
  if (htmlOf(draft) === '') return null
  return (
    <details class="panel">
      <summary class="in">{t.source}</summary>
      {before === undefined ? (
        <div class="in text mono small">
          <MarkedText text={htmlOf(draft)} />
        </div>
      ) : (
        <WordSlices slices={compareWords(htmlOf(before), htmlOf(draft)).after} isAfter />
      )}
    </details>
  )
}

/**
 * Compares the version to review with the version in use, word by word. A first version is shown without a
 * comparison.
 */
export const TemplateComparison = ({ draft, before }: { draft: Draft; before: Draft | undefined }) => {
  if (before === undefined)
    return (
      <PanelBox
        title={t.judged(draft.version)}
        aside={draft.versionInUse === null ? t.firstVersion : undefined}
      >
        <div class="in text" dir="auto">
          <MarkedText text={contentText(draft.content)} />
        </div>
      </PanelBox>
    )
  const words = compareWords(contentText(before.content), contentText(draft.content))
  return (
    <div class="cols half">
      <PanelBox title={t.inUse(before.version)}>
        <WordSlices slices={words.before} isAfter={false} />
      </PanelBox>
      <PanelBox title={t.judged(draft.version)} aside={t.changes(words.added, words.removed)}>
        <WordSlices slices={words.after} isAfter />
      </PanelBox>
    </div>
  )
}

const sinceOf = (variable: Variable, before: Draft | undefined) => {
  const old = before?.variables.find(({ name }) => name === variable.name)
  if (old === undefined) return <ins>{t.isNew}</ins>
  if (old.type === variable.type && old.maxLength === variable.maxLength)
    return <span class="quiet">{t.same}</span>
  return (
    <del>
      {old.type}, {old.maxLength}
    </del>
  )
}

/** The variables of a version, compared with those of the version in use. */
export const VariableTable = ({ draft, before }: { draft: Draft; before: Draft | undefined }) => (
  <PanelBox title={t.variables} aside={countText(draft.variables.length)}>
    <DataTable
      label={t.variables}
      rows={draft.variables}
      keyOf={({ name }) => name}
      columns={[
        { head: t.name, cell: ({ name }) => <span class="var">{name}</span> },
        { head: t.type, cell: ({ type }) => type },
        { head: t.longest, isNumber: true, cell: ({ maxLength }) => countText(maxLength ?? 0) },
        { head: t.example, cell: ({ example }) => shownText(example) },
        ...(before === undefined ? [] : [{ head: t.since, cell: (one: Variable) => sinceOf(one, before) }]),
      ]}
    />
  </PanelBox>
)
