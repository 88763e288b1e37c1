import { byteText } from '../format/quantities.js'
import { shownText } from '../format/shown-text.js'
import { TALK_TEXTS as t } from '../language/talk-texts.js'
import { PanelBox } from '../parts/boxes.js'
import { say } from '../state/toast.js'

interface TalkFile {
  readonly attachmentId: string
  readonly fileName: string
  readonly sizeBytes: number
}

interface FileListProps {
  readonly files: readonly TalkFile[]
  /** The download URL of a file, which expires soon. */
  addressOf(attachmentId: string): Promise<{ readonly downloadUrl: string }>
}

/** The files of a ticket, each with a download link. Nothing is shown if there are no files. */
export const FileList = ({ files, addressOf }: FileListProps) => {
  const download = (attachmentId: string): void => {
    addressOf(attachmentId).then(
      ({ downloadUrl }) => open(downloadUrl, '_blank', 'noopener,noreferrer'),
      () => say(t.downloadFailed),
    )
  }
  if (files.length === 0) return null
  return (
    <div class="in">
      <PanelBox title={t.files}>
        <ul class="rows">
          {files.map(({ attachmentId, fileName, sizeBytes }) => (
            <li key={attachmentId}>
              <button type="button" class="button bare" onClick={() => download(attachmentId)}>
                {t.download(shownText(fileName))}
              </button>
              <span class="push quiet small">{byteText(sizeBytes)}</span>
            </li>
          ))}
        </ul>
      </PanelBox>
    </div>
  )
}
