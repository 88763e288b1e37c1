import { shownText } from '../../format/shown-text.js'
import { EmptyNote, LoadingBones, ReadingView } from '../../parts/screen-states.js'
import { TabBar } from '../../parts/tab-bar.js'
import { address, goOn, pathParts, pathWith } from '../../state/address.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { SHELL_TEXTS } from '../../language/shell-texts.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { type DraftOptions, useTemplateOptions } from './template-options.js'
import { TemplateEditor } from './template-editor.js'
import { TemplateList } from './template-list.js'
import { VersionList } from './version-list.js'

const LIST = { title: t.title, href: '/templates' } as const

const NewTemplate = ({ choices }: { choices: DraftOptions }) => {
  useTitle(t.newTemplate, LIST)
  return (
    <TemplateEditor
      open={undefined}
      choices={choices}
      onSaved={({ draftId }) => goOn(`/templates/${draftId}`, {})}
    />
  )
}

const OpenedTemplate = ({ draftId, choices }: { draftId: string; choices: DraftOptions }) => {
  const view = address.value.filters['view'] === 'versions' ? 'versions' : undefined
  const reading = useReading('getCustomerTemplateDraft', {
    organizationId: shownOrganizationId.value ?? '',
    draftId,
  })
  const { data } = reading
  useTitle(data === undefined ? t.title : shownText(data.draft.name), LIST)
  return (
    <>
      <TabBar
        label={t.record}
        tabs={([undefined, 'versions'] as const).map((one) => ({
          href: pathWith(`/templates/${draftId}`, { view: one }),
          label: one === undefined ? t.edit : t.history,
          isCurrent: one === view,
        }))}
      />
      <ReadingView reading={reading}>
        {(found) =>
          view === 'versions' ? (
            <div class="panes tabbed">
              <VersionList draftId={draftId} />
            </div>
          ) : (
            <TemplateEditor open={found} choices={choices} onSaved={() => undefined} />
          )
        }
      </ReadingView>
    </>
  )
}

/** The organization's templates: the list, a new template, or an open one. */
export const OwnTemplatesScreen = () => {
  const choices = useTemplateOptions()
  const open = pathParts.value[1]
  if (open === undefined) return <TemplateList />
  if (choices === undefined) return <LoadingBones />
  if (choices === false) return <EmptyNote title={SHELL_TEXTS.screenFailed} />
  if (open === 'new') return <NewTemplate choices={choices} />
  return <OpenedTemplate key={open} draftId={open} choices={choices} />
}
