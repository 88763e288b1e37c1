import { moneyText } from '../format/money.js'
import { STATE_WORDS } from '../language/message-words.js'
import { TRACE_TEXTS as t } from '../language/trace-texts.js'
import { nowMs } from '../state/connection.js'
import { FactList } from './boxes.js'
import { SinceText, WhenText } from './words.js'

/** The fields of a message's money that matter while it waits. */
interface WaitingMoney {
  readonly status: string
  readonly amountMinor: number
  readonly currency: string
}

/** The state of a waiting message. */
interface WaitProps {
  readonly state: string
  readonly since: string
  readonly decides: string | undefined
  readonly billing: WaitingMoney
  readonly nextCheckAt?: string | undefined
  readonly latestEnd?:
    { readonly at: string; readonly state: string; readonly isReleased: boolean } | undefined
}

/** The time of the next check; "now" if it is due. */
const NextCheck = ({ at }: { at: string }) =>
  Date.parse(at) <= nowMs.value ? (
    <>{t.nextNow}</>
  ) : (
    <>
      <WhenText at={at} />, {t.inWhile} <SinceText at={at} />
    </>
  )

const LatestEnd = ({ state, billing, latestEnd: end }: WaitProps) => {
  if (end === undefined) return null
  const money = moneyText(billing.amountMinor, billing.currency)
  const becomes =
    end.state === state ? undefined : t.becomes((STATE_WORDS[end.state] ?? end.state).toLowerCase())
  return (
    <>
      <WhenText at={end.at} />:{' '}
      {[becomes, end.isReleased ? t.releases(money) : undefined]
        .filter((part) => part !== undefined)
        .join(t.and)}
    </>
  )
}

/** Since when a message waits, its next check, who decides, further steps, and its money. */
export const WaitFacts = (props: WaitProps) => {
  const { since, decides, billing, nextCheckAt, latestEnd } = props
  const money = moneyText(billing.amountMinor, billing.currency)
  return (
    <FactList
      facts={[
        [
          t.since,
          <>
            <WhenText at={since} />, <SinceText at={since} />
          </>,
        ],
        [t.nextCheck, nextCheckAt && <NextCheck at={nextCheckAt} />],
        [t.whoDecides, decides],
        [t.otherwise, latestEnd && <LatestEnd {...props} />],
        [t.money, billing.status === 'provisional' ? t.heldNow(money) : t.notHeld(money)],
      ]}
    />
  )
}
