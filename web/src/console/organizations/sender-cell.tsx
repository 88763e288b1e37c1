import type { ResultOf } from '@postrider/core/assembly/registry'
import { shortId, shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { regulationWord, senderKindWord } from '../../language/sender-words.js'
import { TagWord } from '../../parts/boxes.js'
import { may } from '../state/access.js'
import { providerAccountName } from '../state/names.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import type { SenderAct } from './sender-act-dialog.js'
import type { SenderDraft } from './sender-dialog.js'

type Tree = ResultOf<'getOrganization'>
type App = Tree['apps'][number]
type Configuration = Tree['configurations'][number]
type AppSender = Configuration['senders'][number]

interface SenderCellProps {
  readonly app: App
  readonly tree: Tree
  onSet(draft: SenderDraft): void
  onAct(act: SenderAct): void
}

/** The messages that a sender sends: its kind, countries, classes and share. */
const servingText = ({ kind, countries, classes, weight }: AppSender): string =>
  [
    senderKindWord(kind),
    countries?.join(', ') ?? t.everyCountry,
    classes?.join(', ') ?? t.everyClass,
    ...(weight === 1 ? [] : [t.weight(weight)]),
  ].join(' · ')

const SenderLine = ({
  configuration,
  sender,
  onAct,
}: Pick<SenderCellProps, 'onAct'> & { configuration: Configuration; sender: AppSender }) => {
  const kinds =
    configuration.senders.length > 1
      ? (['change', 'register', 'remove'] as const)
      : (['change', 'register'] as const)
  return (
    <div>
      <b class="strong">{shownText(sender.value)}</b> <span class="small quiet">{servingText(sender)}</span>{' '}
      {sender.status === 'paused' && <TagWord tone="warn">{t.paused}</TagWord>}
      {sender.registrations.map(({ regulation, country, status, isInForce }) => (
        <TagWord key={`${regulation} ${country}`} tone={isInForce ? 'good' : 'warn'}>
          {`${regulationWord(regulation)}: ${status}`}
        </TagWord>
      ))}
      {may('admin.providers') &&
        kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            class="button bare"
            onClick={() => onAct({ kind, configuration, sender })}
          >
            {t.senderActs[kind]}
            <span class="hidden"> {shownText(sender.value)}</span>
          </button>
        ))}
    </div>
  )
}

/** An app's senders and provider accounts by channel, with the actions on them. */
export const SenderCell = ({ app, tree, onSet, onAct }: SenderCellProps) => (
  <div class="stack">
    {tree.configurations
      .filter(({ appId }) => appId === app.appId)
      .map((configuration) => (
        <div key={configuration.channel} class="stack tight">
          <div>
            {channelWord(configuration.channel)}{' '}
            <span class="small quiet">
              {configuration.providerAccountIds
                .map((id) => providerAccountName(id) ?? shortId(id))
                .join(', ')}
            </span>
            {may('admin.providers') && (
              <>
                <button type="button" class="button bare" onClick={() => onSet({ app, configuration })}>
                  {t.setSender}
                </button>
                <button
                  type="button"
                  class="button bare"
                  onClick={() => onAct({ kind: 'add', configuration, sender: undefined })}
                >
                  {t.senderActs.add}
                </button>
              </>
            )}
          </div>
          {configuration.senders.map((sender) => (
            <SenderLine key={sender.value} configuration={configuration} sender={sender} onAct={onAct} />
          ))}
        </div>
      ))}
  </div>
)
