import { clockText } from '../format/times.js'
import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { Icon } from '../parts/icons.js'
import { connection } from '../state/connection.js'

const badge = () => {
  const status = connection.value
  switch (status._tag) {
    case 'Live':
      return { tone: '', icon: 'dot', text: t.live }
    case 'Connecting':
      return { tone: 'late', icon: 'again', text: t.connecting }
    case 'Reconnecting':
      return { tone: 'late', icon: 'again', text: t.reconnecting(clockText(status.asOfMs)) }
    case 'TooManyTabs':
      return { tone: 'out', icon: 'triangle', text: t.tooManyTabs }
    case 'SignedOut':
      return { tone: 'out', icon: 'lock', text: t.signedOut }
    case 'Stopped':
      return { tone: 'out', icon: 'triangle', text: t.stopped }
  }
}

/** Shows whether the data is current. Screen readers announce changes. */
export const LiveBadge = () => {
  const { tone, icon, text } = badge()
  return (
    <span class={`live ${tone}`} role="status">
      <Icon name={icon} />
      {text}
    </span>
  )
}
