import { countText } from '../../format/shown-text.js'
import { SWITCHES_TEXTS as t } from '../../language/switches-texts.js'
import { PanelBox } from '../../parts/boxes.js'
import { Icon } from '../../parts/icons.js'
import { FailedNote, StaleBar } from '../../parts/screen-states.js'
import { pathWith } from '../../state/address.js'
import { may } from '../../state/connection.js'
import { overview } from '../../state/overview.js'

interface StoppedRowProps {
  readonly text: string
  /** The operation by which they were stopped, as the audit log names it. */
  readonly action: 'stopApp' | 'blockDestination'
}

const StoppedRow = ({ text, action }: StoppedRowProps) => (
  <li>
    <Icon name="stop" />
    <div>
      <b class="strong">{text}</b>
      {may('admin.audit') && (
        <div class="small">
          <a href={pathWith('/audit', { action })}>{t.whoStopped}</a>
        </div>
      )}
    </div>
  </li>
)

/** How many apps are stopped and destinations blocked, and where it stands which, since when, by whom and why. */
export const StoppedCountPanel = () => {
  const reading = overview.value
  if (reading === undefined) return null
  const { apps = 0, destinations = 0 } = reading.data?.stopped ?? {}
  if (reading.data === undefined) return <FailedNote {...reading} />
  if (apps + destinations === 0) return null
  return (
    <PanelBox title={t.appsAndDestinations} aside={countText(apps + destinations)}>
      <StaleBar {...reading} />
      <ul class="rows">
        {apps > 0 && <StoppedRow text={t.appsStopped(apps)} action="stopApp" />}
        {destinations > 0 && (
          <StoppedRow text={t.destinationsBlocked(destinations)} action="blockDestination" />
        )}
      </ul>
    </PanelBox>
  )
}
