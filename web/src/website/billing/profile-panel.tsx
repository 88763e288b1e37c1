import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import { useState } from 'preact/hooks'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { FactList, PanelBox } from '../../parts/boxes.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'
import { BILLING_TEXTS as t } from './billing-texts.js'
import { mayHere } from '../state/access.js'
import { ownApps } from '../state/own-apps.js'

type Profile = NonNullable<ResultOf<'getCustomerAppBillingProfile'>['billingProfile']>

const addressOf = ({ addressLine1, addressLine2, postalCode, city, region, countryCode }: Profile): string =>
  [addressLine1, addressLine2, [postalCode, city].filter(Boolean).join(' '), region, countryCode]
    .filter((line) => line !== undefined && line !== '')
    .join(', ')

const ProfileFacts = ({ profile }: { profile: Profile }) => (
  <FactList
    facts={[
      [t.facts.legalName, <ForeignText text={profile.legalName} />],
      [t.facts.taxId, profile.taxId === undefined ? undefined : <ForeignText text={profile.taxId} />],
      [t.facts.address, <ForeignText text={addressOf(profile)} />],
      [t.facts.billingEmail, <ForeignText text={profile.billingEmail} />],
    ]}
  />
)

/** The order of fields in a postal address. */
const ORDER: readonly string[] = [
  'legalName',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'city',
  'region',
  'countryCode',
]

const placeOf = ({ name }: FormField): number => {
  const at = ORDER.indexOf(name)
  return at < 0 ? ORDER.length : at
}

interface DialogProps {
  readonly organizationId: string
  readonly appId: string
  readonly profile: Profile | null
  onClose(): void
}

const ProfileDialog = ({ organizationId, appId, profile, onClose }: DialogProps) => {
  const { version, organizationId: _o, appId: _a, ...written } = profile ?? {}
  return (
    <OperationDialog
      operation="saveCustomerAppBillingProfile"
      title={t.profileTitle}
      fixed={{ organizationId, appId, ...(version === undefined ? {} : { version }) }}
      without={['version']}
      initial={written}
      refine={(fields) => fields.toSorted((one, other) => placeOf(one) - placeOf(other))}
      confirm={t.profileSave}
      onClose={onClose}
      onDone={() => {
        onClose()
        say(t.profileSaved)
      }}
    />
  )
}

const AppProfile = ({ organizationId, appId }: { organizationId: string; appId: string }) => {
  const reading = useReading('getCustomerAppBillingProfile', { organizationId, appId })
  const [isOpen, setOpen] = useState(false)
  return (
    <ReadingView reading={reading}>
      {({ billingProfile }) => (
        <div class="in stack">
          {billingProfile === null ? <p>{t.profileNone}</p> : <ProfileFacts profile={billingProfile} />}
          {mayHere('billing.manage') && (
            <div>
              <button type="button" class="button" onClick={() => setOpen(true)}>
                {billingProfile === null ? t.profileAdd : t.profileChange}
              </button>
            </div>
          )}
          {isOpen && (
            <ProfileDialog
              organizationId={organizationId}
              appId={appId}
              profile={billingProfile}
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </ReadingView>
  )
}

/** The recipient of an organization's invoices. */
export const ProfilePanel = ({ organizationId }: { organizationId: string }) => {
  const [chosen, setChosen] = useState<string>()
  const app = ownApps.value.find(({ appId }) => appId === chosen) ?? ownApps.value[0]
  if (app === undefined)
    return (
      <PanelBox title={t.profile}>
        <EmptyNote title={t.noApps}>{t.noAppsHint}</EmptyNote>
      </PanelBox>
    )
  return (
    <PanelBox
      title={t.profile}
      aside={
        <label class="row">
          {t.app}
          <select
            class="input"
            value={app.appId}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {ownApps.value.map(({ appId, name }) => (
              <option key={appId} value={appId}>
                {name}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <AppProfile key={app.appId} organizationId={organizationId} appId={app.appId} />
    </PanelBox>
  )
}
