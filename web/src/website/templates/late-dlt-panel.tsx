import type { ComponentProps } from 'preact'
import { useLatePart } from '../../parts/late-part.js'
import type { DltPanel } from './dlt-panel.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'

const load = () => import('./dlt-panel.js')

/** The panel of a text's DLT identifiers. Its code is loaded when a text for India is opened. */
export const LateDltPanel = (props: ComponentProps<typeof DltPanel>) => {
  const panel = useLatePart(load)
  if (panel === 'failed') return <p class="note alarm">{t.partFailed}</p>
  return panel === undefined ? null : <panel.DltPanel {...props} />
}
