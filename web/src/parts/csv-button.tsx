import { csvText } from '../format/csv.js'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { saveFile } from './save-file.js'

interface CsvProps {
  readonly name: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Saves the shown rows as a CSV file. */
export const CsvButton = ({ name, heads, rows }: CsvProps) => (
  <button
    type="button"
    class="button push"
    disabled={rows.length === 0}
    onClick={() => saveFile(name, 'text/csv', csvText(heads, rows))}
  >
    {t.csv}
  </button>
)
