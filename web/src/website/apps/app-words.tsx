import type { ResultOf } from '@postrider/core/assembly/registry'
import { TagWord } from '../../parts/boxes.js'
import { HourText } from '../../parts/words.js'
import { APP_TEXTS as t } from './app-texts.js'

/** An app in a list. */
export type ListedApp = ResultOf<'listApps'>['apps'][number]

/** The environment of a record. */
export const EnvironmentTag = ({ environment }: Pick<ListedApp, 'environment'>) => (
  <TagWord tone={environment === 'production' ? 'good' : 'warn'}>{t[environment]}</TagWord>
)

/** Whether an app may send, and if not, who disabled it. */
export const AppStatus = ({ disabledBy }: Pick<ListedApp, 'disabledBy'>) =>
  disabledBy.length === 0 ? (
    <TagWord tone="good">{t.active}</TagWord>
  ) : (
    <span class="row">
      {disabledBy.includes('operator') && <TagWord tone="alarm">{t.byOperator}</TagWord>}
      {disabledBy.includes('organization') && <TagWord tone="warn">{t.byOrganization}</TagWord>}
    </span>
  )

/** When something was last used, to the hour. */
export const LastUsed = ({ at }: { at: string | null }) =>
  at === null ? <span class="quiet">{t.never}</span> : <HourText at={at} />
