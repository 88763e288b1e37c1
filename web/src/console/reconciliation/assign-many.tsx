import { useState } from 'preact/hooks'
import { FORM_TEXTS } from '../../language/form-texts.js'
import { refusalText } from '../../forms/submit-form.js'
import { shownText } from '../../format/shown-text.js'
import { BULK_TEXTS as t } from './bulk-texts.js'
import { describedBy, FormFieldBox } from '../../parts/form-field.js'
import { ModalDialog } from '../../parts/modal-dialog.js'
import { MOST_NAMED, useBulkPreview } from './bulk-preview.js'

interface ReceiptPair {
  readonly id: string
  readonly messageId: string
}

const LINE = /^(rct_\w+)[\s,;]+(msg_\w+)$/

/** The pairs of receipt and message in the entered text, or an error message. */
const pairsIn = (written: string): readonly ReceiptPair[] | string => {
  const lines = written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return t.pairsNone
  if (lines.length > MOST_NAMED) return t.pairsMost(MOST_NAMED)
  const pairs: ReceiptPair[] = []
  for (const [at, line] of lines.entries()) {
    const [, id, messageId] = LINE.exec(line) ?? []
    if (id === undefined || messageId === undefined) return t.pairsWrong(at + 1)
    pairs.push({ id, messageId })
  }
  return pairs
}

const PairsDialog = ({ home, onClose }: { home: string; onClose(): void }) => {
  const selector = useBulkPreview({ operation: 'assignOrphanReceipt' }, home, onClose)
  const [written, setWritten] = useState('')
  const [problem, setProblem] = useState<string>()
  const { error, isSelecting } = selector
  const wrong = problem ?? (error && shownText(refusalText(error)))
  const select = (): void => {
    const pairs = pairsIn(written)
    if (typeof pairs === 'string') return setProblem(pairs)
    setProblem(undefined)
    selector.select(pairs)
  }
  return (
    <ModalDialog title={t.assignTitle} lead={t.assignLead} isBroad onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          select()
        }}
      >
        <div class="in">
          <FormFieldBox id="pairs" label={t.pairs} hint={t.pairsHint} problem={wrong}>
            <textarea
              {...describedBy('pairs', wrong, t.pairsHint)}
              class="input mono"
              rows={8}
              value={written}
              onInput={({ currentTarget }) => setWritten(currentTarget.value)}
            />
          </FormFieldBox>
        </div>
        <footer>
          <button type="button" class="button" onClick={onClose}>
            {FORM_TEXTS.cancel}
          </button>
          <button type="submit" class="button main" disabled={isSelecting}>
            {t.next}
          </button>
        </footer>
      </form>
    </ModalDialog>
  )
}

/** Assigns many receipts, each to the message that a person has found for it. */
export const AssignMany = ({ home }: { home: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="button push" onClick={() => setOpen(true)}>
        {t.assignMany}
      </button>
      {isOpen && <PairsDialog home={home} onClose={() => setOpen(false)} />}
    </>
  )
}
