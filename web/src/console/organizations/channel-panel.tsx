import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { channelWord } from '../../language/channel-words.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { TagWord } from '../../parts/boxes.js'
import { say } from '../../state/toast.js'

type Tree = ResultOf<'getOrganization'>
type Entitlement = Tree['entitlements'][number]

/** The channels that are enabled for an organization, in each environment. */
export const ChannelPanel = ({ tree, onDone }: { tree: Tree; onDone(): void }) => {
  const [open, setOpen] = useState<Entitlement>()
  const { organizationId, version } = tree.organization
  return (
    <ul class="rows">
      {tree.entitlements.map((one) => (
        <li key={`${one.environment} ${one.channel}`}>
          <div class="row">
            {channelWord(one.channel)} <TagWord>{one.environment}</TagWord>
            <TagWord tone={one.enabled ? 'good' : ''}>{one.enabled ? t.isOpen : t.isClosed}</TagWord>
          </div>
          <button type="button" class="button bare" onClick={() => setOpen(one)}>
            {one.enabled ? t.close : t.open}
            <span class="hidden">
              {channelWord(one.channel)} {one.environment}
            </span>
          </button>
        </li>
      ))}
      {open !== undefined && (
        <OperationDialog
          operation="setOrganizationEntitlement"
          title={(open.enabled ? t.closeTitle : t.openTitle)(channelWord(open.channel), open.environment)}
          fixed={{
            organizationId,
            version,
            channel: open.channel,
            environment: open.environment,
            enabled: !open.enabled,
          }}
          confirm={open.enabled ? t.closeDo : t.openDo}
          tone={open.enabled ? 'stop' : 'main'}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            say(t.changed)
            onDone()
          }}
        />
      )}
    </ul>
  )
}
