import type { ResultOf } from '@postrider/core/assembly/registry'
import { OVERVIEW_TEXTS as t } from './overview-texts.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { Icon } from '../../parts/icons.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { screenAllowed } from '../state/screen-permissions.js'
import { workItems } from './work-items.js'

/** The reader's open tasks, each linked to where it is done. */
export const WorkPanel = ({ data, nowMs }: { data: ResultOf<'getOverview'>; nowMs: number }) => {
  const items = workItems(data, nowMs)
  return (
    <PanelBox title={t.work} aside={items.length > 0 ? <TagWord>{items.length}</TagWord> : undefined}>
      {items.length === 0 ? (
        <EmptyNote title={t.nothingTitle}>{t.nothing}</EmptyNote>
      ) : (
        <ul class="rows">
          {items.map(({ key, tone, icon, title, why, path, verb }) => (
            <li key={key}>
              <Icon name={icon} tone={tone} />
              <div>
                <div class="strong">{title}</div>
                <div class="small quiet">{why}</div>
              </div>
              {screenAllowed(path) && (
                <a href={path}>
                  {verb}
                  <span class="hidden">: {title}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </PanelBox>
  )
}
