import { compareWords } from '../../format/words.js'
import { NoteBox, PanelBox } from '../../parts/boxes.js'
import { WordSlices } from '../../parts/word-differences.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { templateLinesOf, type OwnDraft, type WrittenTemplate, writtenFrom } from './written-template.js'

interface NewerProps {
  readonly newer: OwnDraft
  /** The entered template, with the variables that it uses. */
  readonly written: WrittenTemplate
  readonly canBeRevised: boolean
  onTake(): void
  onKeep(): void
}

/**
 * Shown if somebody else has saved another version: compares both texts and asks which one to continue with.
 */
export const NewerVersionNote = ({ newer, written, canBeRevised, onTake, onKeep }: NewerProps) => {
  const words = compareWords(templateLinesOf(writtenFrom(newer), t), templateLinesOf(written, t))
  return (
    <div role="alert" class="stack">
      <NoteBox tone="warn">
        <p>
          <b class="strong">{t.newerTitle(newer.version)}</b>
        </p>
        <p>{t.newerText}</p>
      </NoteBox>
      <div class="cols half">
        <PanelBox title={t.theirs(newer.version)}>
          <WordSlices slices={words.before} isAfter={false} />
        </PanelBox>
        <PanelBox title={t.mine} aside={t.changed(words.added, words.removed)}>
          <WordSlices slices={words.after} isAfter />
        </PanelBox>
      </div>
      <div class="row">
        <button type="button" class="button" onClick={onTake}>
          {t.takeTheirs}
        </button>
        {canBeRevised && (
          <button type="button" class="button" onClick={onKeep}>
            {t.keepMine(newer.version + 1)}
          </button>
        )}
      </div>
    </div>
  )
}
