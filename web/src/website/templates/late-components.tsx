import type { ComponentChildren, ComponentProps } from 'preact'
import { useLatePart } from '../../parts/late-part.js'
import type { HeaderFields } from './component-fields.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'

type Props = ComponentProps<typeof HeaderFields> & { readonly children: ComponentChildren }

const load = () => import('./component-fields.js')

/**
 * The fields of WhatsApp's components around those of the text. Their code is loaded when a WhatsApp text is
 * opened, because most templates need none of it.
 */
export const LateComponents = ({ children, ...props }: Props) => {
  const fields = useLatePart(load)
  const loaded = fields === 'failed' ? undefined : fields
  return (
    <>
      {fields === 'failed' && <p class="note alarm">{t.partFailed}</p>}
      {loaded !== undefined && <loaded.HeaderFields {...props} />}
      {children}
      {loaded !== undefined && <loaded.ButtonAndCardFields {...props} />}
    </>
  )
}
