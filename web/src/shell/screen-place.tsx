import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { EmptyNote, LoadingBones } from '../parts/screen-states.js'
import { isLive } from '../state/connection.js'
import type { ScreenEntry } from './screen-entry.js'

const loaded = new Map<string, ComponentType>()

/** The component of a screen: undefined while it loads, false if loading failed. */
const useScreen = (entry: ScreenEntry | undefined): ComponentType | false | undefined => {
  const [failed, setFailed] = useState<string>()
  const [, setCount] = useState(0)
  // A screen that couldn't be loaded offline is loaded when the connection is back.
  const isConnected = isLive.value
  useEffect(() => {
    if (entry === undefined || loaded.has(entry.path)) return
    setFailed(undefined)
    entry.load().then(
      (screen) => {
        loaded.set(entry.path, screen)
        setCount((count) => count + 1)
      },
      () => setFailed(entry.path),
    )
  }, [entry?.path, isConnected])
  if (entry === undefined) return undefined
  return failed === entry.path ? false : loaded.get(entry.path)
}

/** Shows the screen of the current address; undefined if the person may see none there. */
export const ScreenPlace = ({ entry }: { entry: ScreenEntry | undefined }) => {
  const Screen = useScreen(entry)
  if (entry === undefined) return <EmptyNote title={t.notFoundTitle}>{t.notFoundText}</EmptyNote>
  if (Screen === false)
    return (
      <EmptyNote title={t.screenFailed}>
        <button type="button" class="button" onClick={() => location.reload()}>
          {t.reload}
        </button>
      </EmptyNote>
    )
  return Screen === undefined ? <LoadingBones /> : <Screen />
}
