import { useState } from 'preact/hooks'
import { capitalized, shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { FactList, NoteBox } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { APP_TEXTS as t } from './app-texts.js'
import { TELEPHONE_TEXTS } from './telephone-texts.js'
import { mayHere } from '../state/access.js'
import { SupportText } from '../support/support-text.js'
import { AppCredentials } from './app-credentials.js'
import { AppSenders } from './app-senders.js'
import { SenderDomains } from './sender-domains.js'
import { type AppAct, AppDialog } from './app-dialogs.js'
import { LANGUAGE_TEXTS } from './language-texts.js'
import { REPLY_TEXTS } from './reply-texts.js'
import { AppStatus, EnvironmentTag, LastUsed, type ListedApp } from './app-words.js'

const actsOf = ({ disabledBy }: ListedApp): readonly AppAct[] => [
  'rename',
  'restrict',
  'reply',
  'languages',
  disabledBy.includes('organization') ? 'enable' : 'disable',
]

const AppActions = ({ app, onDone }: { app: ListedApp; onDone(): void }) => {
  const [act, setAct] = useState<AppAct>()
  if (!mayHere('apps.manage')) return null
  return (
    <div class="row">
      {actsOf(app).map((one) => (
        <button key={one} type="button" class="button" onClick={() => setAct(one)}>
          {t[one]}
        </button>
      ))}
      {act !== undefined && (
        <AppDialog
          act={act}
          app={app}
          onClose={() => setAct(undefined)}
          onDone={(text) => {
            setAct(undefined)
            say(text)
            onDone()
          }}
        />
      )}
    </div>
  )
}

const countryNames = new Intl.DisplayNames(undefined, { type: 'region' })

const countryName = (code: string): string => {
  try {
    return countryNames.of(code) ?? code
  } catch {
    return code
  }
}

const RestrictionFacts = ({ restrictions }: Pick<ListedApp, 'restrictions'>) => {
  const { allowedIps, allowedCountries, allowedChannels, consentRequired } = restrictions
  return (
    <div class="stack tight">
      <h3>{t.restrictions}</h3>
      <FactList
        facts={[
          [
            t.from,
            allowedIps === undefined ? t.everywhere : <span class="mono">{allowedIps.join(', ')}</span>,
          ],
          [t.to, allowedCountries?.map(countryName).join(', ') ?? t.everyCountry],
          [t.by, allowedChannels?.map(channelWord).join(', ') ?? t.everyChannel],
          [t.consent, consentRequired === true ? t.consentRequired : t.consentFree],
        ]}
      />
    </div>
  )
}

const REPLIES = ['help', 'stop', 'start'] as const

const ReplyFacts = ({ keywordReplies }: Pick<ListedApp, 'keywordReplies'>) => (
  <div class="stack tight">
    <h3>{REPLY_TEXTS.heading}</h3>
    <FactList
      facts={REPLIES.map((kind) => [
        REPLY_TEXTS.kinds[kind],
        keywordReplies[kind]?.map((templateId) => <IdText key={templateId} id={templateId} />) ??
          REPLY_TEXTS.off,
      ])}
    />
  </div>
)

const LanguageFacts = ({ languages }: Pick<ListedApp, 'languages'>) => (
  <div class="stack tight">
    <h3>{LANGUAGE_TEXTS.heading}</h3>
    <FactList
      facts={[
        [LANGUAGE_TEXTS.default, languages.default ?? LANGUAGE_TEXTS.own],
        [
          LANGUAGE_TEXTS.byCountry,
          LANGUAGE_TEXTS.isByCountry[languages.byCountry === true ? 'true' : 'false'],
        ],
      ]}
    />
  </div>
)

const AppFacts = ({ app }: { app: ListedApp }) => (
  <FactList
    facts={[
      [t.place, <ForeignText text={`${app.brandName} / ${app.projectName}`} />],
      [t.environment, <EnvironmentTag environment={app.environment} />],
      [t.platform, t.platforms[app.platform]],
      [t.created, <DatedText at={app.createdAt} />],
      [t.lastUsed, <LastUsed at={app.lastUsedAt} />],
      [t.disabledSince, app.disabledAt === null ? undefined : <DatedText at={app.disabledAt} />],
      [
        t.profile,
        mayHere('billing.read') ? (
          <a href="/billing">{app.hasBillingProfile ? t.hasProfile : t.noProfile}</a>
        ) : app.hasBillingProfile ? (
          t.hasProfile
        ) : (
          t.noProfile
        ),
      ],
      [t.record, <IdText id={app.appId} />],
    ]}
  />
)

const AppView = ({ app, onDone }: { app: ListedApp; onDone(): void }) => {
  useTitle(shownText(app.name), { title: t.title, href: '/apps' })
  return (
    <>
      <div class="head">
        <h2>
          <ForeignText text={app.name} />
        </h2>
        <AppStatus disabledBy={app.disabledBy} />
      </div>
      <div class="fit">
        <div class="in stack wide">
          {app.disabledBy.includes('operator') && (
            <NoteBox tone="alarm">
              <p>
                <b class="strong">{t.stoppedTitle}</b> <SupportText text={t.stopped} />
              </p>
            </NoteBox>
          )}
          <AppActions app={app} onDone={onDone} />
          <AppFacts app={app} />
          <RestrictionFacts restrictions={app.restrictions} />
          <ReplyFacts keywordReplies={app.keywordReplies} />
          <LanguageFacts languages={app.languages} />
          <AppSenders app={app} />
          <SenderDomains app={app} />
          {app.environment === 'test' && mayHere('credentials.manage') && (
            <div class="stack tight">
              <h3>{TELEPHONE_TEXTS.title}</h3>
              <p class="quiet">{TELEPHONE_TEXTS.lead}</p>
              <div class="row">
                <a class="button" href={`/apps/${app.appId}/telephone`}>
                  {TELEPHONE_TEXTS.open}
                </a>
              </div>
            </div>
          )}
          {app.platform === 'server' ? (
            mayHere('credentials.manage') && <AppCredentials app={app} />
          ) : (
            <p class="quiet">{t.noServer}</p>
          )}
        </div>
      </div>
    </>
  )
}

/** An app: its project, its permissions, its credentials, and its actions. */
export const AppRecord = ({ owner, appId }: { owner: string; appId: string }) => {
  const reading = useReading('getApp', { organizationId: owner, appId })
  useTitle(capitalized(t.app), { title: t.title, href: '/apps' })
  return (
    <section class="pane" aria-label={t.app}>
      <ReadingView reading={reading}>{({ app }) => <AppView app={app} onDone={reading.retry} />}</ReadingView>
    </section>
  )
}
